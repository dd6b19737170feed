//! One finding on a page.

use super::board::{Arrow, Marks, Size, board};
use super::markup::{Element, Markup, classed, element};
use super::words::{capitalized, move_in_words, position_in_words};
use crate::diagnose::Diagnosis;
use crate::explain::{Explanation, enumeration};
use crate::finding::{Disagreement, Finding, FindingKind, Wrong, WrongMove};
use crate::inquiry::NoReply;
use crate::line::{Line, Ply};
use crate::log::Step;
use crate::read::move_name;
use crate::report::text::{doubt, origin_sentence, reason, total_sentence};
use crate::report::{Style, lines_for_ox88};
use ox88::{MoveName, Square};

/// With more arrows than this, nothing can be seen on a board.
const ARROWS_SHOWN: usize = 12;

/// With more rows than this, what else is known is too far down. The others are folded up.
const ROWS_SHOWN: usize = 8;

/// The name of a case and what is wrong there: `kiwipete: e1g1 missing`.
pub fn name(finding: &Finding) -> Markup {
    let wrong = match &finding.kind {
        FindingKind::NoReply(_) => return finding.case.as_str().into(),
        FindingKind::Disagreement(disagreement) => disagreement.moves.first(),
    };
    let wrong = wrong.map(|mv| {
        let phrase = match mv.wrong {
            Wrong::Twice => "listed twice",
            Wrong::Count { .. } => "counted wrongly",
            Wrong::Missing | Wrong::Extra => mv.wrong.word(),
        };
        vec![Markup::from(": "), code(&mv.text).into(), format!(" {phrase}").into()]
    });
    vec![Markup::from(finding.case.as_str()), wrong.into()].into()
}

/// All that is known about a finding.
pub fn body(finding: &Finding, style: &Style) -> Markup {
    match &finding.kind {
        FindingKind::Disagreement(disagreement) => {
            body_of_disagreement(finding, disagreement, style)
        }
        FindingKind::NoReply(no_reply) => body_of_no_reply(finding, no_reply, style),
    }
}

/// Something that is typed or printed by a program.
pub fn code(text: &str) -> Element {
    element("code").with(text)
}

fn body_of_disagreement(
    finding: &Finding,
    Disagreement { cause, moves, diagnosis, confirmation, .. }: &Disagreement,
    style: &Style,
) -> Markup {
    let line = &diagnosis.exchange.line;
    let exchange = &diagnosis.exchange;
    let total = exchange.comparison.difference.total.map(|total| {
        let sentence = total_sentence(exchange, total);
        element("p").with(format!("Total: {sentence}."))
    });
    let table = (!moves.is_empty()).then(|| tables_of_moves(moves));
    let cause_sentence = cause
        .as_ref()
        .map(|cause| classed("p", "advice").with(capitalized(&format!("{}.", cause.reason))));
    let mut origin = vec![("Origin", origin_sentence(diagnosis).into())];
    origin.extend(doubt(confirmation).map(|doubt| ("Doubt", doubt.into())));
    let about = classed("div", "about")
        .with(cause_sentence)
        .with(table)
        .with(total)
        .with(facts(finding, line, &origin));
    let picture = figure(finding, line, cause.as_ref(), moves);
    let lines = lines(line, exchange.depth, &diagnosis.questions_to_ask(), style);
    vec![
        Markup::from(classed("div", "finding").with(picture).with(about)),
        path(finding, Some(diagnosis)),
        lines,
    ]
    .into()
}

fn body_of_no_reply(finding: &Finding, no_reply: &NoReply, style: &Style) -> Markup {
    let NoReply { line, depth, trouble } = no_reply;
    let printed: Markup = if trouble.last_lines.is_empty() {
        element("p").with("It printed nothing.").into()
    } else {
        let heading = element("h4").with("The last lines that it printed");
        vec![heading, block(&trouble.last_lines)].into()
    };
    let about = classed("div", "about")
        .with(element("p").with(capitalized(&format!("{}.", trouble.kind))))
        .with(printed)
        .with(facts(finding, line, &[]));
    vec![
        Markup::from(classed("div", "finding").with(figure(finding, line, None, &[])).with(about)),
        path(finding, None),
        lines(line, *depth, &[Step::anew(line, *depth)], style),
    ]
    .into()
}

// The board.

fn figure(
    finding: &Finding,
    line: &Line,
    cause: Option<&Explanation>,
    moves: &[WrongMove],
) -> Element {
    let here = line.end();
    let last = last_ply(finding, line);
    // Where no move was played, the en passant square says what the last one was.
    let double_push =
        here.en_passant().and_then(|over| (!here.side_to_move()).double_push_over(over));
    let arrows: Vec<Arrow> = moves.iter().take(ARROWS_SHOWN).filter_map(arrow_of).collect();
    let rings = cause.map_or_else(|| proof(moves), |cause| cause.squares.clone());
    let mut label = vec![position_in_words(&here)];
    let mut caption = vec![format!("{} to move.", here.side_to_move())];
    if let Some(ply) = &last {
        label.push(format!("Last move: {}.", move_in_words(ply)));
        caption.push(format!("Tinted: the last move, {}.", ply.text()));
    } else if let Some((from, to)) = double_push {
        label.push(format!("Last move: the pawn from {from} to {to}."));
        caption.push(format!("Tinted: the last move, {from}{to}."));
    }
    for mv in moves.iter().take(ARROWS_SHOWN) {
        label.push(format!("{}: {}.", title(mv.wrong), mv.text));
    }
    if !rings.is_empty() {
        label.push(format!("Ringed: {}.", enumeration(&rings)));
        caption.push("Ringed: what proves it.".to_owned());
    }
    if moves.len() > ARROWS_SHOWN {
        caption.push(format!("The first {ARROWS_SHOWN} of {} moves are drawn.", moves.len()));
    }
    let last_move = last.map(|ply| (ply.mv.from, ply.mv.to)).or(double_push);
    let last_move = last_move.map_or_else(Vec::new, |(from, to)| vec![from, to]);
    let marks = Marks { last_move, arrows, rings };
    element("figure")
        .with(board(&here, &marks, Size::Large, &label.join(" ")))
        .with(element("figcaption").with(caption.join(" ")))
}

/// The move that led to the position in question: as it was played, or as it was found.
fn last_ply(finding: &Finding, line: &Line) -> Option<Ply> {
    let is_same = finding.line.end().same_but_for_counters(&line.end());
    let last = |line: &Line| line.last_ply(|_| true);
    last(line).or_else(|| last(&finding.line).filter(|_| is_same))
}

/// From where to where an arrow goes. There is none for a text that names no squares.
fn arrow_of(mv: &WrongMove) -> Option<Arrow> {
    let (from, to) = ends(mv)?;
    Some(Arrow { from, to, wrong: mv.wrong })
}

fn ends(mv: &WrongMove) -> Option<(Square, Square)> {
    match (move_name(&mv.text), &mv.explanation) {
        (Some(MoveName::Squares { from, to, .. }), _) => Some((from, to)),
        // The squares of the move itself come first.
        (_, Some(explanation)) => match explanation.squares[..] {
            [from, to, ..] => Some((from, to)),
            _ => None,
        },
        _ => None,
    }
}

/// What proves the reason of the first move that has one. That a move is legal, and listed twice, needs
/// no proof.
fn proof(moves: &[WrongMove]) -> Vec<Square> {
    let mut moves = moves.iter().filter(|mv| mv.wrong != Wrong::Twice);
    let explained = moves.find_map(|mv| Some((ends(mv), mv.explanation.as_ref()?)));
    let Some((ends, explanation)) = explained else { return Vec::new() };
    let is_of_move = |square| ends.is_some_and(|(from, to)| from == square || to == square);
    explanation.squares.iter().copied().filter(|&square| !is_of_move(square)).collect()
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
    let why: Markup = match (mv.wrong, &mv.explanation) {
        (Wrong::Count { theirs, ours }, _) => format!("{theirs}, but {ours} is right").into(),
        (wrong, Some(explanation)) if wrong != Wrong::Twice => {
            let rule = classed("code", "rule").with(explanation.rule.id());
            vec![Markup::from(reason(mv) + " "), rule.into()].into()
        }
        _ => reason(mv).into(),
    };
    let badge = element("span").set("class", format!("badge {}", mv.wrong.word()));
    element("tr")
        .with(element("th").set("scope", "row").with(code(&mv.text)))
        .with(element("td").with(badge.with(mv.wrong.word())))
        .with(element("td").with(why))
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

fn facts(finding: &Finding, line: &Line, more: &[(&'static str, Markup)]) -> Element {
    let place = finding.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
    let case = format!("{}{place}, asked to depth {}", finding.case, finding.asked);
    let moves = finding.line.texts().join(" ");
    let moves: Markup = if moves.is_empty() { "no move".into() } else { code(&moves).into() };
    let fen = code(&line.end().to_string()).into();
    let leaves = finding.leaves.filter(|leaves| leaves.as_many_as.is_some());
    let mut rows: Vec<_> =
        leaves.map(|leaves| ("Leaves", leaves.to_string().into())).into_iter().collect();
    rows.extend(more.iter().cloned());
    rows.extend([("Case", case.into()), ("Path", moves), ("FEN", fen)]);
    let rows = rows.into_iter().map(|(name, value)| {
        element("div").with(element("dt").with(name)).with(element("dd").with(value))
    });
    classed("dl", "facts").with(rows.collect::<Markup>())
}

/// The positions on the way from the case to where the engine goes wrong.
fn path(finding: &Finding, diagnosis: Option<&Diagnosis>) -> Markup {
    let line = &finding.line;
    if line.moves.is_empty() {
        return Markup::default();
    }
    let asked_from = diagnosis.map(|diagnosis| &diagnosis.exchange.line);
    // From which position on the engine has to play moves if it is to go wrong.
    let is_root = |place: usize| {
        asked_from.is_some_and(|asked| {
            !asked.moves.is_empty() && asked.moves.len() + place == line.moves.len()
        })
    };
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
fn lines(line: &Line, depth: u32, questions: &[Step], style: &Style) -> Markup {
    let part = |heading: &'static str, lines: &[String]| {
        classed("div", "part").with(element("h4").with(heading)).with(block(lines))
    };
    let of_engine = style.lines_to_copy(questions);
    classed("div", "lines")
        .with((!of_engine.is_empty()).then(|| part("See it again: the engine", &of_engine)))
        .with(part("See it again: what is right", &lines_for_ox88(&line.end(), depth)))
        .into()
}

/// Lines as a program reads or prints them.
pub fn block(lines: &[String]) -> Element {
    element("pre").with(code(&lines.join("\n")))
}
