//! The generators of others: where they come from, what is changed in them, and which part each function is.

use super::mutate::Language;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A generator that others wrote.
pub struct Generator {
    pub name: &'static str,
    pub version: &'static str,
    pub language: Language,
    /// The file that is changed, below the folder of its packages.
    pub file: &'static str,
    /// Parts, and the functions and constants that are these parts: all that perft reaches and that is changed.
    pub parts: &'static [(&'static [&'static str], &'static str)],
}

/// All of them. Names are those of the version.
pub const GENERATORS: [Generator; 2] = [
    Generator {
        name: "python-chess",
        version: "1.11.2",
        language: Language::Python,
        file: "chess/__init__.py",
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
            (
                &["generation", "make"],
                "BaseBoard.piece_type_at Board.clean_castling_rights Board._from_chess960",
            ),
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
        file: "node_modules/chess.js/dist/cjs/chess.js",
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
];

impl Generator {
    /// The parts that a function is. Nothing if perft never reaches it.
    pub fn parts_of(&self, function: &str) -> Option<&'static [&'static str]> {
        let is_of = |names: &str| names.split_whitespace().any(|it| it == function);
        self.parts.iter().find(|it| is_of(it.1)).map(|it| it.0)
    }

    /// Installs it below a folder, and returns its own folder there.
    pub fn install(&self, below: &Path) -> Result<PathBuf, String> {
        let folder = below.join(self.name);
        if folder.join(self.file).is_file() {
            return Ok(folder);
        }
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut command = if self.language == Language::Python {
            let mut pip = Command::new("python3");
            let package = format!("chess=={}", self.version);
            pip.args(["-m", "pip", "install", "--quiet", "--no-compile", &package, "--target"])
                .arg(&folder);
            pip
        } else {
            let mut npm = Command::new("npm");
            npm.args([
                "install",
                "--silent",
                &format!("{}@{}", self.name, self.version),
                "--prefix",
            ])
            .arg(&folder);
            npm
        };
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{command:?}: {error}"))?;
        if output.status.success() && folder.join(self.file).is_file() {
            return Ok(folder);
        }
        let why = String::from_utf8_lossy(&output.stderr);
        Err(format!("{} {} could not be installed: {}", self.name, self.version, why.trim()))
    }

    /// The command that makes an engine of the generator in this folder.
    pub fn command(&self, folder: &Path, adapters: &Path) -> String {
        let (folder, adapters) = (folder.display(), adapters.display());
        if self.language == Language::Python {
            format!("env PYTHONPATH={folder} python3 {adapters}/adapter.py")
        } else {
            format!("env NODE_PATH={folder}/node_modules node {adapters}/adapter.js")
        }
    }
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let refused = |error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(refused)?;
    for entry in fs::read_dir(from).map_err(refused)? {
        let entry = entry.map_err(refused)?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() && entry.file_name() != "__pycache__" {
            copy(&path, &target)?;
        } else if path.is_file() {
            fs::copy(&path, &target).map_err(refused)?;
        }
    }
    Ok(())
}
