//! What the sources are made of, read with `syn`: the paths that lead into this package, whether they
//! are in a `use`, in the code or among the tokens of a macro.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};

/// A module or an item by all its names: `["chess", "square", "Square"]`.
pub type Names = Vec<String>;

/// A file of `src`, and what is read from it.
#[derive(Default)]
pub struct Source {
    /// `src/chess/square.rs`
    pub file: String,
    /// The paths into this package, from its root.
    pub paths: Vec<Names>,
    /// Those of them that are handed on with `pub use`.
    pub handed_on: Vec<Names>,
    /// The packages with which a `use` begins.
    pub packages: BTreeSet<String>,
    /// The literals of the code that begin with a digit.
    pub numbers: Vec<String>,
    /// Whether an arm of a `match` is for one of the two sides.
    pub matches_colors: bool,
    /// Where the visitor is.
    here: Names,
    is_in_arm: bool,
    /// The modules that the file itself declares.
    children: Vec<String>,
}

/// All files of a folder and of those in it.
pub fn sources(folder: &str) -> Vec<Source> {
    let mut sources = Vec::new();
    for item in fs::read_dir(folder).expect("the tests run beside the sources") {
        let path = item.expect("the folder can be read").path();
        let file = format!("{folder}/{}", path.file_name().unwrap().display());
        if path.is_dir() {
            sources.extend(self::sources(&file));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            sources.push(Source::new(file, &fs::read_to_string(path).unwrap()));
        }
    }
    sources
}

impl Source {
    pub fn new(file: String, text: &str) -> Source {
        let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut source = Source { file, ..Source::default() };
        source.here = source.module();
        source.children.extend(syntax.items.iter().filter_map(|item| match item {
            syn::Item::Mod(module) => Some(module.ident.to_string()),
            _ => None,
        }));
        source.visit_file(&syntax);
        source
    }

    /// `["chess", "square"]` for `src/chess/square.rs`, and for the root nothing.
    pub fn module(&self) -> Names {
        let inside = Path::new(&self.file).with_extension("");
        let parts = inside.iter().skip(1).map(|part| part.to_str().unwrap().to_owned());
        parts.filter(|part| !["lib", "main", "mod"].contains(&part.as_str())).collect()
    }

    /// Whether this is the `mod.rs` of a folder.
    pub fn is_door(&self) -> bool {
        self.file.ends_with("/mod.rs")
    }

    /// A path that is written here, from the root, if it leads into this package.
    fn to_root(&self, path: &[String]) -> Option<Names> {
        let mut names = match path[0].as_str() {
            "crate" | "ox88" => Names::new(),
            "self" | "super" => self.here.clone(),
            child if self.children.iter().any(|it| it == child) => self.here.clone(),
            _ => return None,
        };
        for name in path {
            match name.as_str() {
                "super" => drop(names.pop()),
                "crate" | "ox88" | "self" => {}
                name => names.push(name.to_owned()),
            }
        }
        Some(names)
    }

    fn note(&mut self, path: &[String]) {
        if path.len() > 1 {
            self.paths.extend(self.to_root(path));
        }
    }

    fn note_side(&mut self, name: &str) {
        self.matches_colors |= self.is_in_arm && ["White", "Black"].contains(&name);
    }

    /// Reads the tokens of a macro. A path in a group goes on from what stands before the group.
    fn read_tokens(&mut self, mut rest: Cursor, start: &[String]) {
        let mut path = start.to_vec();
        while !rest.eof() {
            if let Some((name, behind)) = rest.ident() {
                path.push(name.to_string());
                rest = behind;
                if let Some(behind) = behind_colons(rest) {
                    rest = behind;
                    continue;
                }
                self.note(&path);
            } else if let Some((inside, _, _, behind)) = rest.any_group() {
                self.read_tokens(inside, &path);
                rest = behind;
            } else if let Some((literal, behind)) = rest.literal() {
                self.numbers.push(literal.to_string());
                rest = behind;
            } else {
                let lifetime = rest.lifetime().map(|(_, behind)| behind);
                rest = lifetime.or_else(|| Some(rest.punct()?.1)).expect("no other token is left");
            }
            path.truncate(start.len());
        }
    }
}

fn behind_colons(rest: Cursor) -> Option<Cursor> {
    let (first, rest) = rest.punct()?;
    let (second, rest) = rest.punct()?;
    (first.as_char() == ':' && second.as_char() == ':').then_some(rest)
}

/// The paths that a `use` tree joins: `a::{b, c::d as e}` is `a::b` and `a::c::d`.
fn leaves(tree: &syn::UseTree) -> Vec<Names> {
    match tree {
        syn::UseTree::Path(path) => {
            let start = vec![path.ident.to_string()];
            leaves(&path.tree).into_iter().map(|leaf| [start.clone(), leaf].concat()).collect()
        }
        syn::UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
        syn::UseTree::Name(name) => vec![vec![name.ident.to_string()]],
        syn::UseTree::Rename(rename) => vec![vec![rename.ident.to_string()]],
        syn::UseTree::Glob(_) => vec![vec!["*".to_owned()]],
    }
}

impl<'ast> Visit<'ast> for Source {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for leaf in leaves(&item.tree) {
            let path = self.to_root(&leaf);
            let is_private = matches!(item.vis, syn::Visibility::Inherited);
            if is_private { &mut self.paths } else { &mut self.handed_on }.extend(path);
            self.packages.insert(leaf[0].clone());
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Names = path.segments.iter().map(|part| part.ident.to_string()).collect();
        self.note(&names);
        self.note_side(&names[names.len() - 1]);
        visit::visit_path(self, path);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.note_side(&pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.is_in_arm = true;
        self.visit_pat(&arm.pat);
        self.is_in_arm = false;
        visit::visit_arm(self, arm);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.here.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.here.pop();
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.visit_path(&item.path);
        self.read_tokens(TokenBuffer::new2(item.tokens.clone()).begin(), &[]);
    }

    fn visit_lit_int(&mut self, number: &'ast syn::LitInt) {
        self.numbers.push(number.to_string());
    }

    /// Who may see an item says nothing about what it uses.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}
}
