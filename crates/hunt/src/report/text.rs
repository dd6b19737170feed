//! A finding on one screen, and the table of all.

use super::{Cause, Style, lines_for_ox88};
use crate::ask::TroubleKind;
use crate::compare::WrongTotal;
use crate::diagnose::{After, Diagnosis, Evidence, Origin};
use crate::explain::{Explanation, Rule};
use crate::finding::{Confirmation, Disagreement, Finding, FindingKind, Wrong, WrongMove};
use crate::hypothesis::CorruptState;
use crate::inquiry::{Exchange, NoReply};
use crate::line::Line;
use crate::log::Step;
use crate::read::Name;
use crate::read::Source;
use ox88::{File, Piece, Position, Rank, Square};
use std::fmt::Write;

/// More wrong moves than this do not fit on a screen, and are mostly wrong for one reason.
const MOVES_SHOWN: usize = 6;

/// Why an answer may not always be the same.
const CHANCE: &str = "chance does that (memory that is never set, threads, the clock)";

/// How long a line of a sentence may get.
const WIDTH: usize = 96;

// What a terminal takes for a command to change its colours.
const MARK: &str = "\x1b[30;43m";
const BOLD: &str = "\x1b[1m";
const WRONG: &str = "\x1b[1;31m";
const END: &str = "\x1b[0m";

/// A finding in lines.
#[must_use]
pub fn write_finding(finding: &Finding, style: &Style) -> String {
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = match &finding.kind {
        FindingKind::Disagreement(disagreement) => {
            write_disagreement(&mut text, finding, disagreement, style)
        }
        FindingKind::NoReply(no_reply) => write_trouble(&mut text, finding, no_reply, style),
    };
    text
}

fn write_disagreement(
    text: &mut String,
    finding: &Finding,
    disagreement: &Disagreement,
    style: &Style,
) -> std::fmt::Result {
    let Disagreement { rule, cause, moves, diagnosis, confirmation } = disagreement;
    let exchange = &diagnosis.exchange;
    write_heading(text, finding, &format!("{}: {rule}", rule.id()), style)?;
    write_place(text, &finding.line)?;
    let of_a_move = || moves.iter().find_map(|mv| mv.explanation.as_ref());
    let explained = cause.as_ref().or_else(of_a_move);
    let marked: &[Square] = explained.map_or(&[], |explanation| &explanation.squares);
    let end = exchange.line.end();
    writeln!(text)?;
    for line in drawing(&end, marked, style.colour) {
        writeln!(text, "  {line}")?;
    }
    writeln!(text)?;
    if let Some(cause) = cause {
        write_wrapped(text, "cause     ", &format!("{} [{}]", cause.reason, cause.rule.id()))?;
    }
    for mv in moves.iter().take(MOVES_SHOWN) {
        write_move(text, mv, style)?;
    }
    if moves.len() > MOVES_SHOWN {
        writeln!(text, "            … and {} more", moves.len() - MOVES_SHOWN)?;
    }
    if let Some(total) = exchange.comparison.difference.total {
        let sentence = total_sentence(exchange, total);
        write_wrapped(text, "total     ", &sentence)?;
    }
    write_wrapped(text, "origin    ", &origin_sentence(diagnosis))?;
    if let Some(doubt) = doubt(confirmation) {
        write_wrapped(text, "doubt     ", &doubt)?;
    }

    let lines = style.lines_to_copy(&diagnosis.questions_to_ask());
    if !lines.is_empty() {
        write_lines(text, "the engine", &lines)?;
    }
    write_lines(text, "what is right", &lines_for_ox88(&end, exchange.depth))
}

/// How a total differs from what it should be.
pub(super) fn total_sentence(
    exchange: &Exchange,
    WrongTotal { claimed, sum }: WrongTotal,
) -> String {
    match (exchange.reply.source, exchange.depth) {
        (Source::Totals, 1) => {
            format!("the engine prints totals only: {claimed} moves counted where {sum} are legal")
        }
        (Source::Totals, _) => format!(
            "{claimed}, but asked behind each move alone the engine counts {sum} together (it prints \
             totals only)"
        ),
        _ => format!("{claimed}, but the rows add up to {sum}"),
    }
}

fn write_trouble(
    text: &mut String,
    finding: &Finding,
    no_reply: &NoReply,
    style: &Style,
) -> std::fmt::Result {
    let NoReply { line, depth, trouble: what } = no_reply;
    write_heading(text, finding, what.kind.title(), style)?;
    write_place(text, line)?;
    write_wrapped(text, "trouble   ", &what.kind.to_string())?;
    writeln!(text, "{}", what.last_words())?;
    let lines = style.lines_to_copy(&[Step::anew(line, *depth)]);
    write_lines(text, "the engine", &lines)?;
    write_lines(text, "what is right", &lines_for_ox88(&line.end(), *depth))
}

fn write_heading(
    text: &mut String,
    finding: &Finding,
    what: &str,
    style: &Style,
) -> std::fmt::Result {
    let (bold, end) = if style.colour { (BOLD, END) } else { ("", "") };
    writeln!(text, "{bold}{what}{end}\n")?;
    if let Some(leaves) = finding.leaves.filter(|leaves| leaves.as_many_as.is_some()) {
        write_wrapped(text, "leaves    ", &leaves.to_string())?;
    }
    let place = finding.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
    writeln!(text, "case      {}{place}, depth {}", finding.case, finding.asked)
}

fn write_place(text: &mut String, line: &Line) -> std::fmt::Result {
    let moves = line.texts().join(" ");
    writeln!(text, "path      {}", if moves.is_empty() { "no move" } else { &moves })?;
    writeln!(text, "fen       {}", line.end())
}

fn write_move(text: &mut String, mv: &WrongMove, style: &Style) -> std::fmt::Result {
    let begin = text.len();
    write_wrong(text, mv)?;
    if style.colour {
        // Only now, since codes have no width.
        text.insert_str(begin + mv.wrong.word().len(), END);
        text.insert_str(begin, WRONG);
    }
    Ok(())
}

fn write_wrong(text: &mut String, mv: &WrongMove) -> std::fmt::Result {
    let WrongMove { text: name, wrong, explanation } = mv;
    let first = format!("{:<9} {name:<5} ", wrong.word());
    if let Wrong::Count { theirs, ours } = wrong {
        return writeln!(text, "{first}{theirs}, but {ours} is right");
    }
    let rule = match explanation {
        Some(Explanation { rule, .. }) if *wrong != Wrong::Twice => format!(" [{}]", rule.id()),
        _ => String::new(),
    };
    let reason = reason(mv) + &rule;
    write_wrapped(text, &first, &reason)
}

/// Why a move is wrong, if that is not a matter of its count.
pub(super) fn reason(mv: &WrongMove) -> String {
    match &mv.explanation {
        Some(Explanation { reason, .. }) if mv.wrong == Wrong::Twice => {
            format!("it is one legal move: {reason}")
        }
        Some(Explanation { reason, .. }) => reason.clone(),
        None if Name::of(&mv.text).san().is_some() => {
            "there is no piece on the board that this could mean".to_owned()
        }
        None => "this is not a move at all".to_owned(),
    }
}

/// Writes a sentence in lines of a readable width, below each other behind a first word.
fn write_wrapped(text: &mut String, first: &str, sentence: &str) -> std::fmt::Result {
    let indent = " ".repeat(first.chars().count());
    let mut line = first.to_owned();
    for word in sentence.split(' ') {
        if line.chars().count() + word.chars().count() > WIDTH && line.trim() != first.trim() {
            writeln!(text, "{}", line.trim_end())?;
            line.clone_from(&indent);
        }
        line += word;
        line.push(' ');
    }
    writeln!(text, "{}", line.trim_end())
}

/// What part of the engine is at fault, and how that is known.
pub(super) fn origin_sentence(diagnosis: &Diagnosis) -> String {
    let Diagnosis { exchange, asked_before, origin } = diagnosis;
    let as_if = |state: &Option<CorruptState>| match state {
        Some(state) => format!("the engine answers as if {}", state.as_if),
        None => "no single thing that is known here explains the answer".to_owned(),
    };
    match origin {
        Origin::Generation => {
            "generation: the FEN of the position alone is enough to see it".to_owned()
        }
        Origin::GenerationWhenPlayed => {
            "generation: wrong when the double push is played; the FEN does not show it, because the \
             engine does not read the en passant square of a FEN"
                .to_owned()
        }
        Origin::GenerationAtRoot { played } => format!(
            "generation, at the root alone: {} and in those behind its other moves",
            wrong_when_asked_for(played)
        ),
        Origin::ReadFenOrRoot { played, state } => format!(
            "reading the FEN, or what is done at the root alone: {}; {}",
            wrong_when_asked_for(played),
            as_if(state)
        ),
        Origin::ReadFen { played, state } => format!(
            "reading the FEN: wrong by the FEN of this position, right when it is played by {}; by \
             the FEN {}",
            moves_from_root(played),
            as_if(state)
        ),
        Origin::Make { state } => {
            let moves = exchange.line.texts().join(" ");
            let first = exchange.line.texts().into_iter().next().unwrap_or_default();
            format!(
                "make: right by the FEN of this position, wrong when it is played by {moves}; after \
                 {first} {}",
                as_if(state)
            )
        }
        Origin::Unmake { state, evidence } => {
            let evidence = evidence_sentence(*evidence, asked_before.is_some());
            format!("unmake: {evidence}; {}", as_if(state))
        }
        Origin::Recursion if asked_before.is_some() => {
            "recursion: right when asked first, and a count is wrong when asked again without a new \
             position; a table of remembered counts does that if its key leaves something out, and so \
             does an unmake that leaves something behind"
                .to_owned()
        }
        Origin::Recursion => {
            "recursion: behind each move alone the count is right, but not when it is counted from \
             here; a table of remembered counts does that if its key leaves something out, and so \
             does an unmake that leaves something behind"
                .to_owned()
        }
        Origin::LastPlyOrUnmake => {
            "unknown: behind each move alone the count is right, but not when it is counted from here; \
             either the last ply is counted by code of its own, or an unmake leaves something behind"
                .to_owned()
        }
        Origin::NotPlayed => {
            "unknown: set up by its FEN, each position behind a move is right, but not when it is counted \
             from here; either moves are made or taken back wrongly, or a table of remembered counts \
             leaves something out of its key, or the last ply is counted by code of its own"
                .to_owned()
        }
        Origin::ListOrUnmake { state } => format!(
            "unknown: asked for a smaller depth, the engine lists the right moves; either this depth has \
             move-listing code of its own, or an unmake leaves something behind; {}",
            as_if(state)
        ),
        Origin::RightWhenRepeated => {
            format!(
                "unknown: asked the same a second time, the engine was right; {CHANCE}, or something that \
                 it keeps"
            )
        }
        Origin::Kept { is_right_afresh, after } => kept_sentence(*is_right_afresh, after),
        Origin::Unknown { trouble: TroubleKind::CutShort } => {
            "unknown: the time of the hunt was over before the cause was found, so that it may also \
             lie elsewhere; a hunt with the --fen and --depth of this position goes on from here"
                .to_owned()
        }
        Origin::Unknown { trouble } if trouble.is_choice() => {
            format!("unknown: this answer alone does not show it, and {trouble}")
        }
        Origin::Unknown { trouble } => {
            format!("unknown: asked further about it, {trouble}")
        }
        Origin::Counting { rule: Rule::NumberOfMoves, .. } => {
            "unknown: totals alone do not show which moves are missing or too many".to_owned()
        }
        Origin::GameEnd { .. } => {
            "counting: the engine ends the game where it may be drawn, and perft goes on there"
                .to_owned()
        }
        Origin::Counting { how, .. } => {
            let how = how.as_ref().map_or(String::new(), |how| format!("; {how}"));
            format!("counting: the moves are right, but not how they are counted{how}")
        }
    }
}

/// That another process answers otherwise.
fn kept_sentence(is_right_afresh: bool, after: &After) -> String {
    let how = if is_right_afresh { "is right" } else { "is wrong in another way" };
    let why = match after {
        After::Questions(_) => "a table or a state that outlives a question does that".to_owned(),
        After::ManyQuestions(count) => format!(
            "after the {count} questions that came before, it is as wrong; a table or a state that \
             outlives a question does that"
        ),
        After::Nothing => format!(
            "even after the questions that came before, a new process does not always answer as this \
             one did; {CHANCE}, or a state from long before"
        ),
        After::NoTime => "there was no time to find out whether an earlier question does that, or \
                          chance"
            .to_owned(),
    };
    format!("unknown: the answer of a new process that is asked this alone {how}; {why}")
}

/// Why it is not known whether another process shows the same, if it was to be asked.
pub(super) fn doubt(confirmation: &Confirmation) -> Option<String> {
    let why = match confirmation {
        Confirmation::Confirmed | Confirmation::NotAsked => return None,
        Confirmation::NoTime => "there was no time to ask one".to_owned(),
        Confirmation::NoAnswer(trouble) => format!("when one was started, {trouble}"),
    };
    Some(format!("no new process of the engine has shown the same: {why}"))
}

/// How it is known that moves are taken back wrongly.
const fn evidence_sentence(evidence: Evidence, was_right_at_first: bool) -> &'static str {
    match (evidence, was_right_at_first) {
        (Evidence::AskedTwice, false) => {
            "asked twice without a new position, the engine answers differently"
        }
        (Evidence::AskedTwice, true) => {
            "right when asked first, wrong when asked again without a new position"
        }
        (Evidence::WithoutEnPassant, _) => "without the en passant square these moves are right",
        (Evidence::WithoutCastling, _) => "without the rights to castle these moves are right",
        (Evidence::Recursion, _) => {
            "behind each move alone the count is right, and one after the other it is not"
        }
    }
}

/// That a position is wrong by its FEN, and as it is played unless no moves can be, and right in the count from before.
fn wrong_when_asked_for(played: &Line) -> String {
    if played.moves.is_empty() {
        return format!(
            "wrong when this position is asked for, and right in the count from {}",
            played.root
        );
    }
    let moves = moves_from_root(played);
    format!(
        "wrong when this position is asked for, also as played by {moves}, and right in the count from \
         there"
    )
}

/// `g1f3 g8f6 from FEN`
fn moves_from_root(line: &Line) -> String {
    format!("{} from {}", line.texts().join(" "), line.root)
}

fn write_lines(text: &mut String, to: &str, lines: &[String]) -> std::fmt::Result {
    writeln!(text, "\nsee it again: {to}")?;
    lines.iter().try_for_each(|line| writeln!(text, "  {line}"))
}

/// The table of all causes: the rule, the origin, how many, and the smallest example.
#[must_use]
pub fn table(causes: &[Cause]) -> String {
    let ids = causes.iter().map(|cause| cause.id.len()).max().unwrap_or(0).max(4);
    let mut text =
        format!("{:<ids$}  {:<10}  {:>5}  smallest example\n", "rule", "origin", "found");
    for cause in causes {
        let (id, part, example) = (cause.id, cause.part_id(), example(cause.smallest));
        let doubt = if cause.is_doubtful() { " ?" } else { "" };
        let row = format!("{id:<ids$}  {part:<10}  {:>5}  {example}{doubt}", cause.found);
        text += row.trim_end();
        text.push('\n');
    }
    text
}

/// The FEN with the moves to play, and the move that is wrong.
fn example(finding: &Finding) -> String {
    let (line, _) = finding.shortest_question();
    let moves = line.texts().join(" ");
    let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
    let mv = finding.disagreement().and_then(|disagreement| disagreement.moves.first());
    let mv = mv.map_or(String::new(), |mv| format!(": {}", mv.text));
    format!("{}{moves}{mv}", line.root)
}

// The board.

/// A picture of the board in lines: the eighth rank on top, a dot for an empty square.
fn drawing(position: &Position, marked: &[Square], colour: bool) -> Vec<String> {
    let cell = |square: Square| {
        let piece = position.board().at(square).map_or('.', Piece::letter);
        match (marked.contains(&square), colour) {
            (false, _) => format!(" {piece} "),
            (true, false) => format!("[{piece}]"),
            (true, true) => format!("{MARK} {piece} {END}"),
        }
    };
    let rank = |rank: Rank| {
        let cells: String = File::all().map(|file| cell(Square::new(file, rank))).collect();
        format!("{} {cells}", rank.digit()).trim_end().to_owned()
    };
    let mut lines: Vec<String> = Rank::all().rev().map(rank).collect();
    let files: Vec<String> = File::all().map(|file| file.letter().to_string()).collect();
    lines.push(format!("   {}", files.join("  ")));
    lines
}
