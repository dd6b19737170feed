//! Options that several commands have: each is stated once, here.

/// A command with these shared arguments in front of its own: `depth` and `position` say what is counted, `counting`
/// how.
macro_rules! command {
    ($(#[$meta:meta])* $name:ident: $($shared:ident)+ { $($own:tt)* }) => {
        command! { @ [$(#[$meta])*] $name [$($shared)+] [] [$($own)*] }
    };
    (@ $meta:tt $name:ident [depth $($shared:ident)*] [$($fields:tt)*] $own:tt) => {
        command! { @ $meta $name [$($shared)*] [
            $($fields)*
            /// half moves, 1 to 255
            #[argh(positional, arg_name = "DEPTH", from_str_fn(crate::input::depth))]
            pub(crate) depth: u32,
        ] $own }
    };
    (@ $meta:tt $name:ident [position $($shared:ident)*] [$($fields:tt)*] $own:tt) => {
        command! { @ $meta $name [$($shared)*] [
            $($fields)*
            /// a FEN, the id of a built-in position, or startpos (the default); optionally followed by moves to play, like
            /// e2e4 e7e8q or e4 Nf6
            #[argh(positional, arg_name = "[FEN] [MOVES]")]
            pub(crate) position: Vec<String>,
            /// the position, given as an option
            #[argh(option, short = 'f', arg_name = "FEN")]
            pub(crate) fen: Option<String>,
            /// the Chess960 start position with this number, 0 to 959 (518 is ordinary chess)
            #[argh(option, arg_name = "N", from_str_fn(crate::input::start960))]
            pub(crate) start: Option<ox88_count::Start960>,
        ] $own }
    };
    (@ $meta:tt $name:ident [counting $($shared:ident)*] [$($fields:tt)*] $own:tt) => {
        command! { @ $meta $name [$($shared)*] [
            $($fields)*
            /// threads to count with (default: one per core)
            #[argh(option, short = 't', arg_name = "N", from_str_fn(crate::backend::threads))]
            pub(crate) threads: Option<usize>,
            /// size of the hash table, like 512MiB or 2GiB; 0 for none (default: 256MiB)
            #[argh(option, arg_name = "SIZE", from_str_fn(crate::backend::memory))]
            pub(crate) memory: Option<usize>,
            /// count with the reference generator, which makes every move, at the leaves too, and tests that it is legal:
            /// one thread and no hash table, unless --threads and --memory are given
            #[argh(switch)]
            pub(crate) reference: bool,
            /// count on a graphics card (only in a build with `--features gpu`); --memory then limits the memory used on it
            #[argh(switch)]
            pub(crate) gpu: bool,
        ] $own }
    };
    (@ [$($meta:tt)*] $name:ident [] [$($fields:tt)*] [$($own:tt)*]) => {
        #[derive(argh::FromArgs, argh::ArgsInfo)]
        $($meta)*
        #[argh(subcommand, help_triggers("-h", "--help", "help"))]
        pub struct $name { $($fields)* $($own)* }
    };
}

/// The position that is typed. A macro, because each command has its own fields.
macro_rules! position {
    ($command:expr) => {
        crate::input::position(&$command.position, $command.fen.as_deref(), $command.start)
    };
}

/// The backend that the options for counting ask for.
macro_rules! backend {
    ($command:expr) => {{
        let command = $command;
        Backend::new(command.threads, command.memory, command.reference, command.gpu)
    }};
}

pub(crate) use {backend, command, position};
