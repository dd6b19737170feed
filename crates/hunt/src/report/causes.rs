//! Findings that have the same cause, which cause to fix first, and what may vanish with it.

use super::words::part_name;
use super::{Cause, Found, counted};
use crate::diagnose::{Evidence, Origin, Part, Suspects};
use crate::explain::Rule;
use crate::finding::Finding;
use ox88::{Move, MoveKind, Position};
use ox88_engine::Difference;
use std::cmp::Reverse;

const UNMAKE_FIRST: &str = "A wrong unmake can spoil every position after it, so other findings may vanish once this is fixed.";

const MAKE_FIRST: &str = "A move that is made wrongly cannot be unmade correctly, so findings about unmake may vanish once \
                          this is fixed.";

const KIND_FIRST: &str = "Findings about the same kind of moves may vanish once this is fixed.";

const LEAK_FIRST: &str = "Something leaks from one question into the next. ox88 could not reproduce the findings marked ? in \
                          a freshly started engine: they may vanish once this is fixed.";

/// The causes of all findings: the one to fix first, then what may vanish with it, then the others, the most frequent
/// first. Each finding has its place in both lists. If there are several causes, a sentence says which to fix first,
/// and why.
pub(super) fn causes(findings: &[Finding], reported: &[Found]) -> (Vec<Cause>, Option<String>) {
    let mut causes = grouped(findings, reported);
    // What explains itself comes before what is only known to be corrupted, and this before what no other process
    // has shown. Those with the same number stay in the order in which they were found.
    let is_unexplained = |cause: &Cause| cause.rule == Rule::StateCorrupted.id();
    let is_doubtful = |cause: &Cause| reported[cause.smallest].doubt.is_some();
    causes.sort_by_key(|cause| (is_doubtful(cause), is_unexplained(cause), Reverse(cause.found)));
    if causes.len() < 2 {
        return (causes, None);
    }

    let origin_of = |cause: &Cause| findings[cause.smallest].origin();
    // Another process of the engine answers otherwise, or the same one does the next time.
    let leaks = |cause: &Cause| {
        matches!(
            origin_of(cause).map(|it| &it.evidence),
            Some(Evidence::DependsOnHistory { .. } | Evidence::RightWhenRepeated)
        )
    };
    let is_unmake = |cause: &Cause| cause.origin == Some(Part::Unmake.id());
    let is_corrupted = |cause: &Cause| is_unmake(cause) && is_unexplained(cause);
    let is_known = |cause: &Cause| findings[cause.smallest].state().is_some();
    let leak = causes.iter().position(leaks).filter(|_| causes.iter().any(is_doubtful));
    let unmake = || causes.iter().position(|cause| is_unmake(cause) && is_known(cause));
    let unmake = || unmake().or_else(|| causes.iter().position(is_unmake));
    let own = |cause: &Cause| -> Vec<&Finding> {
        let pairs = findings.iter().zip(reported);
        let own = pairs.filter(|(_, found)| found.cause() == (cause.rule, cause.origin));
        own.map(|(finding, _)| finding).collect()
    };
    let is_of_kind = |all: &Cause, cause: &Cause| {
        all.rule != cause.rule && is_of_kind(all, &findings[all.smallest], &own(cause))
    };
    let of_a_kind = causes.iter().position(|all| causes.iter().any(|it| is_of_kind(all, it)));
    let (first, why) = match (leak, unmake()) {
        (Some(leak), _) => (leak, LEAK_FIRST.to_owned()),
        (None, Some(unmake)) => match causes.iter().position(|it| is_behind(it, &causes[unmake])) {
            Some(make) => (make, MAKE_FIRST.to_owned()),
            None => (unmake, UNMAKE_FIRST.to_owned()),
        },
        (None, None) if of_a_kind.is_some() => {
            (of_a_kind.unwrap_or_default(), KIND_FIRST.to_owned())
        }
        (None, None) if causes[0].found > causes[1].found => {
            let findings = counted(findings.len(), "finding");
            (0, format!("It causes {} of {findings}.", causes[0].found))
        }
        (None, None) => return (causes, None),
    };
    let may_come_from_unmake = |cause: &Cause| own(cause).into_iter().all(may_come_from_unmake);
    for place in (0..causes.len()).filter(|&place| place != first) {
        causes[place].may_be_symptom = if leak.is_some() {
            is_doubtful(&causes[place])
        } else {
            let may_come = may_come_from_unmake(&causes[place]);
            is_unmake(&causes[first]) && (is_corrupted(&causes[place]) || may_come)
                || is_behind(&causes[first], &causes[place])
                || is_of_kind(&causes[first], &causes[place])
        };
    }
    let to_fix = causes.remove(first);
    causes.insert(0, to_fix);
    causes[1..].sort_by_key(|cause| !cause.may_be_symptom);
    let Cause { fault, rule, origin, .. } = &causes[0];
    let part = origin.map_or(String::new(), |part| format!(", {}", part_name(part)));
    let advice = format!("Fix first: {fault} ({rule}{part}). {why}");
    (causes, Some(advice))
}

/// Whether a move that is made as wrongly as this may look as if it were taken back like that.
fn is_behind(made: &Cause, taken_back: &Cause) -> bool {
    const CASTLING: [Rule; 3] =
        [Rule::RookNotMoved, Rule::CastlingOnOtherWing, Rule::KingStepTakenForCastling];
    const EN_PASSANT: [Rule; 2] = [Rule::CapturedPawnLeft, Rule::CaptureRemovesAnotherPawn];
    const PROMOTION: [Rule; 2] = [Rule::PawnDoesNotPromote, Rule::PromotesToAnotherPiece];
    let pairs: [(&[Rule], Rule); 3] = [
        (&CASTLING, Rule::RookNotMovedBack),
        (&EN_PASSANT, Rule::CapturedPieceNotRestored),
        (&PROMOTION, Rule::PromotedPieceLeft),
    ];
    let is_pair = |(makes, unmake): &(&[Rule], Rule)| {
        unmake.id() == taken_back.rule && makes.iter().any(|rule| rule.id() == made.rule)
    };
    made.origin == Some(Part::Make.id())
        && taken_back.origin == Some(Part::Unmake.id())
        && pairs.iter().any(is_pair)
}

/// Whether findings have the wrong moves alone that the rule of a cause is about, and has them wrong in the same way: an
/// engine that lacks all captures en passant lacks those that take a checking pawn as well.
fn is_of_kind(all: &Cause, example: &Finding, findings: &[&Finding]) -> bool {
    let is_of = |mv: Move, here: &Position| match all.rule {
        rule if rule == Rule::Castling.id() => mv.castling_rook().is_some(),
        rule if [Rule::EnPassant, Rule::EnPassantInOtherCheck].map(Rule::id).contains(&rule) => {
            mv.kind == MoveKind::EnPassant
        }
        rule if rule == Rule::Promotion.id() => mv.promotion().is_some(),
        rule if rule == Rule::PromotionByCapture.id() => {
            mv.promotion().is_some() && here.captured(mv).is_some()
        }
        _ => false,
    };
    let wrong = |finding: &Finding| {
        let exchange = finding.exchange()?;
        let Difference { missing, extra, twice, counts, .. } = &exchange.comparison.difference;
        let here = exchange.line.end();
        let possible = here.pseudo_legal_moves();
        let named = extra.iter().map(|it| it.named?.the_one_among(&possible));
        let extra: Vec<Move> = named.collect::<Option<_>>()?;
        let is_alone = twice.is_empty() && counts.is_empty();
        let are_of_kind = missing.iter().chain(&extra).all(|&mv| is_of(mv, &here));
        (is_alone && are_of_kind).then_some((!missing.is_empty(), !extra.is_empty()))
    };
    let is_list = |finding: &Finding| finding.origin().is_some_and(Origin::may_be_generated_by_fen);
    let way = wrong(example).filter(|_| is_list(example));
    way.is_some() && findings.iter().all(|it| is_list(it) && wrong(it) == way)
}

/// The findings by their cause, in the order in which they were found.
fn grouped(findings: &[Finding], reported: &[Found]) -> Vec<Cause> {
    // What another process has shown as well comes first, then what was seen there and not only explained by what was
    // seen elsewhere, and then the smallest.
    let is_seen_elsewhere = |place: usize| {
        findings[place].origin().is_some_and(|it| it.evidence == Evidence::SeenElsewhere)
    };
    let rank = |place: usize| {
        (!findings[place].is_confirmed(), is_seen_elsewhere(place), findings[place].size())
    };
    let mut causes: Vec<Cause> = Vec::new();
    for (place, found) in reported.iter().enumerate() {
        let (rule, origin) = found.cause();
        match causes.iter_mut().find(|cause| (cause.rule, cause.origin) == (rule, origin)) {
            Some(cause) => {
                cause.found += 1;
                if cause.fault != found.fault {
                    let fault = findings[place].rule().map_or(found.title, Rule::fault);
                    fault.clone_into(&mut cause.fault);
                }
                if rank(place) < rank(cause.smallest) {
                    cause.smallest = place;
                }
            }
            None => causes.push(Cause {
                rule,
                title: found.title,
                fault: found.fault.clone(),
                origin,
                found: 1,
                smallest: place,
                may_be_symptom: false,
            }),
        }
    }
    causes
}

/// Whether taking moves back wrongly is one of the explanations that the origin itself leaves open.
fn may_come_from_unmake(finding: &Finding) -> bool {
    let Some(Origin { suspects, evidence }) = finding.origin() else { return false };
    match evidence {
        Evidence::KeyLacks(_) | Evidence::NotSettled => true,
        _ if *suspects == Suspects::ALL => false,
        _ => {
            suspects.has(Suspects::UNMAKE)
                && (suspects.part() != Part::Unmake || finding.state().is_none())
        }
    }
}
