//! The generators of others: where they come from, what is changed in them, and which part each function is.

use super::mutate::{Edit, Language, edits};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A generator that others wrote.
pub struct Generator {
    pub name: &'static str,
    pub version: &'static str,
    pub language: Language,
    /// The files of which one is changed, below the folder of its packages.
    pub files: &'static [&'static str],
    pub knows_chess960: bool,
    /// Parts, and the functions and constants that are these parts: all that perft reaches and that is changed.
    pub parts: &'static [(&'static [&'static str], &'static str)],
}

/// All of them. Names are those of the version.
pub const GENERATORS: [Generator; 3] = [
    Generator {
        name: "python-chess",
        version: "1.11.2",
        language: Language::Python,
        files: &["chess/__init__.py"],
        knows_chess960: true,
        parts: &[
            (&["make"], "Board.push"),
            // It also writes each move that is listed.
            (&["generation", "make"], "Board._to_chess960"),
            (&["make", "fen"], "BaseBoard._remove_piece_at BaseBoard._set_piece_at"),
            (&["unmake"], "Board.pop _BoardState.restore _BoardState.__init__"),
            (
                &["fen"],
                "Board.set_fen Board._set_castling_fen BaseBoard._set_board_fen \
                 BaseBoard._clear_board Piece.from_symbol",
            ),
            (&["generation", "make"], "BaseBoard.piece_type_at Board._from_chess960"),
            // Once a move is made, it returns what it has: it is for the rights of a FEN.
            (&["fen", "generation", "make"], "Board.clean_castling_rights"),
            (
                &["generation"],
                "Board.generate_pseudo_legal_moves Board.generate_pseudo_legal_ep Board._is_safe \
                 Board.generate_legal_moves Board.generate_castling_moves Board._generate_evasions \
                 Board._slider_blockers Board._ep_skewered Board._attacked_for_king \
                 Board.is_castling Board.is_en_passant BaseBoard.king BaseBoard.attacks_mask \
                 BaseBoard.attackers_mask BaseBoard.is_attacked_by BaseBoard.pin_mask \
                 square_distance _sliding_attacks _step_attacks _edges _carry_rippler \
                 _attack_table _rays ray between BB_KNIGHT_ATTACKS BB_KING_ATTACKS \
                 BB_PAWN_ATTACKS BB_DIAG_MASKS BB_FILE_MASKS BB_RANK_MASKS",
            ),
        ],
    },
    Generator {
        name: "chess.js",
        version: "1.4.0",
        language: Language::JavaScript,
        files: &["node_modules/chess.js/dist/cjs/chess.js"],
        knows_chess960: false,
        parts: &[
            // It makes a move and takes it back to see whether the move is legal.
            (&["make", "generation"], "_makeMove"),
            (&["unmake", "generation"], "_push _undoMove"),
            (&["make", "unmake", "generation"], "_movePiece _clear"),
            (&["make", "unmake", "generation", "fen"], "_set"),
            (&["fen"], "load clear _put isDigit"),
            (
                &["generation"],
                "_moves _attacked _isKingAttacked addMove rank ATTACKS RAYS PAWN_OFFSETS \
                 PIECE_OFFSETS PIECE_MASKS PROMOTIONS SECOND_RANK",
            ),
            (&["generation", "make"], "ROOKS"),
            (&["generation", "make", "unmake"], "swapColor"),
        ],
    },
    Generator {
        name: "owlchess",
        version: "0.4.1",
        language: Language::Rust,
        files: &[
            "vendor/owlchess/src/movegen.rs",
            "vendor/owlchess/src/legal.rs",
            "vendor/owlchess/src/moves/base.rs",
            "vendor/owlchess/src/board.rs",
            "vendor/owlchess/src/attack.rs",
            "vendor/owlchess/src/pawns.rs",
            "vendor/owlchess/src/castling.rs",
        ],
        knows_chess960: false,
        parts: &[
            (&["make"], "do_make_move update_castling make_move_unchecked srcs ALL_SRCS"),
            (
                &["make", "unmake"],
                "do_make_pawn_double do_make_enpassant do_make_castling_kingside \
                 do_make_castling_queenside",
            ),
            (&["unmake"], "do_unmake_move unmake_move_unchecked"),
            (&["fen"], "parse_cells parse_ep_source from_str try_from"),
            (&["generation", "make"], "offset"),
            (
                &["generation"],
                "do_is_cell_attacked is_cell_attacked add_pawn_with_promote do_gen_pawn_single \
                 do_gen_pawn_double do_gen_pawn_capture gen_pawn_simple gen_pawn_capture \
                 gen_pawn_enpassant allowed_mask do_gen_kn gen_knight gen_king do_gen_brq gen_brq \
                 gen_castling gen bishop_xray rook_xray pinned is_legal_pre is_attacked is_legal \
                 is_check king_pos piece_diag piece_line king knight pawn rook bishop \
                 advance_forward advance_left advance_right pass",
            ),
        ],
    },
];

/// The package around owlchess, which is an engine.
const MANIFEST: &str = include_str!("owlchess/Cargo.toml.txt");
const MAIN: &str = include_str!("owlchess/main.rs");

/// Words in lines about the key of a hash table, which perft does not need.
const OF_KEYS: [&str; 2] = ["hash", "zobrist"];

impl Generator {
    /// The parts that a function is. Nothing if perft never reaches it.
    pub fn parts_of(&self, function: &str) -> Option<&'static [&'static str]> {
        let is_of = |names: &str| names.split_whitespace().any(|it| it == function);
        self.parts.iter().find(|it| is_of(it.1)).map(|it| it.0)
    }

    /// The changes to one of its files that are of functions that perft reaches.
    pub fn edits(&self, source: &str) -> Vec<Edit> {
        let mut edits = edits(source, self.language);
        let is_of_key = |it: &Edit| {
            let line = source[..it.at.start].rfind('\n').map_or(0, |it| it + 1);
            let line = source[line..].lines().next().unwrap_or_default();
            OF_KEYS.iter().any(|it| line.contains(it))
        };
        edits.retain(|it| self.parts_of(&it.owner).is_some() && !is_of_key(it));
        edits
    }

    /// Installs it below a folder, and returns its own folder there.
    pub fn install(&self, below: &Path) -> Result<PathBuf, String> {
        let folder = below.join(self.name);
        if self.files.iter().all(|it| folder.join(it).is_file()) {
            return Ok(folder);
        }
        let refused = |error| format!("{}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(refused)?;
        let package = format!("{}=={}", self.name.replace("python-", ""), self.version);
        let manifest = folder.join("Cargo.toml");
        let mut command = match self.language {
            Language::Python => {
                let pip = ["-m", "pip", "install", "--quiet", "--no-compile", &package, "--target"];
                with(Command::new("python3"), &pip, &folder)
            }
            Language::JavaScript => {
                let package = package.replace("==", "@");
                with(Command::new("npm"), &["install", "--silent", &package, "--prefix"], &folder)
            }
            Language::Rust => {
                let published = MANIFEST.replace("SOURCE", &format!("\"={}\"", self.version));
                fs::write(&manifest, published).map_err(refused)?;
                fs::write(folder.join("main.rs"), MAIN).map_err(refused)?;
                let mut cargo =
                    with(Command::new("cargo"), &["vendor", "--quiet"], Path::new("vendor"));
                cargo.current_dir(&folder);
                cargo
            }
        };
        let failed = run(&mut command);
        if self.language == Language::Rust {
            let changed = MANIFEST.replace("SOURCE", "{ path = \"vendor/owlchess\" }");
            fs::write(&manifest, changed).map_err(refused)?;
        }
        match failed {
            None if self.files.iter().all(|it| folder.join(it).is_file()) => Ok(folder),
            why => {
                let why = why.unwrap_or_default();
                Err(format!("{} {} could not be installed: {why}", self.name, self.version))
            }
        }
    }

    /// Compiles it in its folder, if it has to be compiled. Returns whether it could be.
    pub fn is_built(&self, folder: &Path) -> bool {
        if self.language != Language::Rust {
            return true;
        }
        let build = ["build", "--release", "--quiet", "--offline", "--manifest-path"];
        let mut cargo = with(Command::new("cargo"), &build, &folder.join("Cargo.toml"));
        // Rather its own than one that all packages here share.
        cargo.env("CARGO_TARGET_DIR", folder.join("target")).env("RUSTFLAGS", "-Awarnings");
        run(&mut cargo).is_none()
    }

    /// The command that makes an engine of the generator in this folder.
    pub fn command(&self, folder: &Path, adapters: &Path) -> String {
        let (folder, adapters) = (folder.display(), adapters.display());
        match self.language {
            Language::Python => format!("env PYTHONPATH={folder} python3 {adapters}/adapter.py"),
            Language::JavaScript => {
                format!("env NODE_PATH={folder}/node_modules node {adapters}/adapter.js")
            }
            Language::Rust => format!("{folder}/target/release/owlchess-engine"),
        }
    }
}

fn with(mut command: Command, words: &[&str], path: &Path) -> Command {
    command.args(words).arg(path);
    command
}

/// Runs a command. Returns why it failed, if it did.
fn run(command: &mut Command) -> Option<String> {
    let output = match command.stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) => return Some(format!("{command:?}: {error}")),
    };
    let why = || String::from_utf8_lossy(&output.stderr).trim().to_owned();
    (!output.status.success()).then(why)
}

/// Copies a folder, without what was compiled, over an older copy: what is the same there stays untouched, so that it is
/// not compiled again.
pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let refused = |error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(refused)?;
    for entry in fs::read_dir(from).map_err(refused)? {
        let entry = entry.map_err(refused)?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        let is_compiled = entry.file_name() == "__pycache__" || entry.file_name() == "target";
        if path.is_dir() && !is_compiled {
            copy(&path, &target)?;
        } else if path.is_file() && fs::read(&path).ok() != fs::read(&target).ok() {
            fs::copy(&path, &target).map_err(refused)?;
        }
    }
    Ok(())
}
