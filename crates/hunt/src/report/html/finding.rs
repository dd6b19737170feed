//! One finding on a page.

use super::board::{Arrow, Marks, Size, board};
use super::markup::{Element, Markup, classed, element};
use super::words::{capitalized, move_in_words, position_in_words};
use crate::ask::Trouble;
use crate::explain::enumeration;
use crate::finding::{Wrong, WrongMove};
use crate::line::Ply;
use crate::read::move_name;
use crate::report::Found;
use ox88::{MoveName, Square};

/// With more arrows than this, nothing can be seen on a board.
const ARROWS_SHOWN: usize = 12;

/// With more rows than this, what else is known is too far down. The others are folded up.
const ROWS_SHOWN: usize = 8;

/// The name of a case and what is wrong there: `kiwipete: e1g1 missing`.
pub fn name(found: &Found) -> Markup {
    let wrong = found.moves.first().map(|mv| {
        let phrase = match mv.wrong {
            Wrong::Twice => " listed twice",
            Wrong::Count { .. } => " counted wrongly",
            Wrong::Missing => " missing",
            Wrong::Extra => " extra",
        };
        vec![Markup::from(": "), code(&mv.text).into(), phrase.into()]
    });
    vec![Markup::from(found.case.as_str()), wrong.into()].into()
}

/// All that is known about a finding.
pub fn body(found: &Found) -> Markup {
    let moves = &found.moves;
    let cause = found.cause.as_ref().map(|cause| sentence(&cause.reason).set("class", "advice"));
    let table = (!moves.is_empty()).then(|| tables_of_moves(moves));
    let total = found.total.as_ref();
    let total = total.map(|total| element("p").with(format!("Total: {}.", total.sentence)));
    let about = classed("div", "about")
        .with(found.trouble.as_ref().map(trouble))
        .with(cause)
        .with(table)
        .with(total)
        .with(facts(found));
    let finding = classed("div", "finding").with(figure(found, moves)).with(about);
    vec![Markup::from(finding), path(found), lines(found)].into()
}

/// Something that is typed or printed by a program.
pub fn code(text: &str) -> Element {
    element("code").with(text)
}

fn sentence(phrase: &str) -> Element {
    element("p").with(capitalized(&format!("{phrase}.")))
}

fn trouble(trouble: &Trouble) -> Markup {
    let printed: Markup = if trouble.last_lines.is_empty() {
        element("p").with("It printed nothing.").into()
    } else {
        let heading = element("h4").with("The last lines that it printed");
        vec![heading, block(&trouble.last_lines)].into()
    };
    vec![Markup::from(sentence(&trouble.kind.to_string())), printed].into()
}

// The board.

fn figure(found: &Found, moves: &[WrongMove]) -> Element {
    let here = found.shown_by.line.end();
    let last = last_ply(found);
    // Where no move was played, the en passant square says what the last one was.
    let double_push =
        here.en_passant().and_then(|over| (!here.side_to_move()).double_push_over(over));
    let drawn = &moves[..moves.len().min(ARROWS_SHOWN)];
    let arrow =
        |mv: &WrongMove| squares_of(mv).map(|(from, to)| Arrow { from, to, wrong: mv.wrong });
    let rings = found.cause.as_ref().map_or_else(|| proof(moves), |cause| cause.squares.clone());
    let mut label = vec![position_in_words(&here)];
    let mut caption = vec![format!("{} to move.", here.side_to_move())];
    if let Some(ply) = &last {
        label.push(format!("Last move: {}.", move_in_words(ply)));
        caption.push(format!("Tinted: the last move, {}.", ply.text()));
    } else if let Some((from, to)) = double_push {
        label.push(format!("Last move: the pawn from {from} to {to}."));
        caption.push(format!("Tinted: the last move, {from}{to}."));
    }
    label.extend(drawn.iter().map(|mv| format!("{}: {}.", title(mv.wrong), mv.text)));
    if !rings.is_empty() {
        label.push(format!("Ringed: {}.", enumeration(&rings)));
        caption.push("Ringed: what proves it.".to_owned());
    }
    if moves.len() > ARROWS_SHOWN {
        caption.push(format!("The first {ARROWS_SHOWN} of {} moves are drawn.", moves.len()));
    }
    let last_move = last.map(|ply| (ply.mv.from, ply.mv.to)).or(double_push);
    let last_move = last_move.map_or_else(Vec::new, |(from, to)| vec![from, to]);
    let marks = Marks { last_move, arrows: drawn.iter().filter_map(arrow).collect(), rings };
    element("figure")
        .with(board(&here, &marks, Size::Large, &label.join(" ")))
        .with(element("figcaption").with(caption.join(" ")))
}

/// The move that led to the position in question: as it was played, or as it was found.
fn last_ply(found: &Found) -> Option<Ply> {
    let (found, shown) = (&found.path, &found.shown_by.line);
    let is_same = found.end().same_but_for_counters(&shown.end());
    shown.last_ply(|_| true).or_else(|| found.last_ply(|_| is_same))
}

/// What proves the reason of the first move that has one. That a move is legal, and listed twice, needs
/// no proof.
fn proof(moves: &[WrongMove]) -> Vec<Square> {
    let Some(mv) = moves.iter().find(|mv| mv.rule().is_some()) else { return Vec::new() };
    let is_of_move =
        |square| squares_of(mv).is_some_and(|(from, to)| from == square || to == square);
    mv.squares().iter().copied().filter(|&square| !is_of_move(square)).collect()
}

/// From where to where a move is drawn. Nothing for a text that names no squares.
fn squares_of(mv: &WrongMove) -> Option<(Square, Square)> {
    match (move_name(&mv.text), mv.squares()) {
        (Some(MoveName::Squares { from, to, .. }), _) => Some((from, to)),
        // The squares of the move itself come first.
        (_, &[from, to, ..]) => Some((from, to)),
        _ => None,
    }
}

// The moves that are wrong.

fn tables_of_moves(moves: &[WrongMove]) -> Markup {
    let (first, others) = moves.split_at(moves.len().min(ROWS_SHOWN));
    let others = (!others.is_empty()).then(|| {
        let summary = element("summary").with(format!("{} more", others.len()));
        classed("details", "more").with(summary).with(table_of_moves("What else is wrong", others))
    });
    vec![Markup::from(table_of_moves("What is wrong", first)), others.into()].into()
}

fn table_of_moves(caption: &'static str, moves: &[WrongMove]) -> Element {
    let head = ["Move", "Wrong", "Why"].map(|name| element("th").set("scope", "col").with(name));
    classed("table", "moves")
        .with(element("caption").with(caption))
        .with(element("thead").with(element("tr").with(head.to_vec())))
        .with(element("tbody").with(moves.iter().map(row_of_move).collect::<Markup>()))
}

fn row_of_move(mv: &WrongMove) -> Element {
    let rule =
        mv.rule().map(|rule| vec![Markup::from(" "), classed("code", "rule").with(rule).into()]);
    let badge = element("span").set("class", format!("badge {}", mv.wrong.word()));
    element("tr")
        .with(element("th").set("scope", "row").with(code(&mv.text)))
        .with(element("td").with(badge.with(mv.wrong.word())))
        .with(element("td").with(mv.why()).with(rule))
}

/// What is wrong with a move, before its name.
const fn title(wrong: Wrong) -> &'static str {
    match wrong {
        Wrong::Missing => "Missing",
        Wrong::Extra => "Extra, and not legal",
        Wrong::Twice => "Listed twice",
        Wrong::Count { .. } => "Counted wrongly",
    }
}

// What else is known.

fn facts(found: &Found) -> Element {
    let place = found.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
    let case = format!("{}{place}, asked to depth {}", found.case, found.asked_depth);
    let moves = found.path.texts().join(" ");
    let moves: Markup = if moves.is_empty() { "no move".into() } else { code(&moves).into() };
    let origin = found.origin.as_ref().map(|origin| origin.sentence.as_str());
    let rows = [
        ("Leaves", found.telling_leaves().map(Markup::from)),
        ("Origin", origin.map(Markup::from)),
        ("Doubt", found.doubt.as_deref().map(Markup::from)),
        ("Case", Some(case.into())),
        ("Path", Some(moves)),
        ("FEN", Some(code(&found.shown_by.line.end().to_string()).into())),
    ];
    let rows = rows.into_iter().filter_map(|(name, value)| {
        Some(element("div").with(element("dt").with(name)).with(element("dd").with(value?)))
    });
    classed("dl", "facts").with(rows.collect::<Markup>())
}

/// The positions on the way from the case to where the engine goes wrong.
fn path(found: &Found) -> Markup {
    let (line, shown) = (&found.path, &found.shown_by.line);
    if line.moves.is_empty() {
        return Markup::default();
    }
    // From which position on the engine has to play moves if it is to go wrong.
    let has_to_play = found.trouble.is_none() && !shown.moves.is_empty();
    let is_root = |place| has_to_play && shown.moves.len() + place == line.moves.len();
    let station = |place: usize, picture: Element, caption: Markup| {
        let from_here = is_root(place).then(|| element("small").with("played from here"));
        let caption = element("figcaption").with(caption).with(from_here);
        element("li").with(element("figure").with(picture).with(caption))
    };
    let root = &line.root;
    let root_words = format!("At first. {}", position_in_words(root));
    let first = board(root, &Marks::default(), Size::Small, &root_words);
    let first = station(0, first, "at first".into());
    let others = line.plies().map(|ply| {
        let words = format!("After {}. {}", move_in_words(&ply), position_in_words(&ply.after));
        let marks = Marks { last_move: vec![ply.mv.from, ply.mv.to], ..Marks::default() };
        let picture = board(&ply.after, &marks, Size::Small, &words);
        station(ply.ordinal, picture, code(&ply.text()).into())
    });
    let stations = std::iter::once(first).chain(others).collect::<Markup>();
    let heading = element("h4").with("The way there");
    vec![heading, classed("ol", "path").with(stations)].into()
}

/// The lines with which all this is seen again.
fn lines(found: &Found) -> Markup {
    let part = |heading: &'static str, lines: &[String]| {
        classed("div", "part").with(element("h4").with(heading)).with(block(lines))
    };
    let of_engine = &found.shown_by.lines;
    classed("div", "lines")
        .with((!of_engine.is_empty()).then(|| part("See it again: the engine", of_engine)))
        .with(part("See it again: what is right", &found.shown_by.lines_for_ox88))
        .into()
}

/// Lines as a program reads or prints them.
pub fn block(lines: &[String]) -> Element {
    element("pre").with(code(&lines.join("\n")))
}
