//! An engine that tells facts about a position, after `facts` or after `d`.

use crate::told::{NULL, TellResult, Teller, Told, VERSION, kinds_of_leaves, yes_or_no};
use ox88::{CastlingNotation, Move, Position};
use ox88_count::Column;
use ox88_engine::{Console, Line, MoveName, Step, Trouble, TroubleKind, uci_castling};
use std::time::{Duration, Instant};

/// An engine that prints facts after `facts` or after `d`.
#[derive(Debug)]
pub struct Speaker {
    console: Console,
    /// `facts` or `d`.
    command: &'static str,
    has_legal: bool,
    has_san: bool,
    perft: String,
    /// How many more times its perft may lack the right total.
    perfts_left: u32,
    within: Duration,
    /// Whether to ask about FENs that have to be refused.
    pub is_asked_fens: bool,
    /// When nobody waits for an answer any more.
    pub until: Option<Instant>,
    /// What is unusual about it.
    pub notes: Vec<String>,
}

/// How long to listen after `readyok` where a finding is at stake.
const PATIENCE: Duration = Duration::from_millis(100);

/// How long to wait for a perft of two plies.
const FOR_PERFT: Duration = Duration::from_secs(3);

/// Moves that are asked about at a time.
const AT_A_TIME: usize = 512;

impl Speaker {
    /// Starts an engine, and finds out by which command it tells facts. `perft` is what it expects before a depth. Each
    /// answer is waited for so long, and none longer than until then.
    ///
    /// # Errors
    /// Why it cannot be started, or that it prints no facts.
    pub fn start(
        command: &str,
        perft: &str,
        within: Duration,
        until: Option<Instant>,
    ) -> Result<Speaker, String> {
        let told = |trouble: &Trouble| match &trouble.kind {
            TroubleKind::NotStarted(why) => why.clone(),
            TroubleKind::Hangs(_) => "it does not answer `isready`".to_owned(),
            kind => format!("{kind}\n{}", trouble.last_words()),
        };
        let cannot = |trouble: Trouble| {
            format!("the engine `{command}` cannot be asked for facts: {}", told(&trouble))
        };
        let console = Console::start(command, within).map_err(cannot)?;
        let mut speaker = Speaker {
            console,
            command: "facts",
            has_legal: false,
            has_san: false,
            perft: perft.to_owned(),
            perfts_left: 3,
            within,
            is_asked_fens: false,
            until,
            notes: Vec::new(),
        };
        let start = Line::at(Position::start());
        for name in ["facts", "d"] {
            speaker.command = name;
            match speaker.listen(&start, &[name]) {
                Ok(lines) => {
                    let version = |line: &&String| line.starts_with("facts ");
                    if let Some(other) = lines.iter().find(version)
                        && name == "facts"
                        && Told::of_facts(&lines).is_none()
                    {
                        speaker
                            .notes
                            .push(format!("the engine speaks `{other}`; ox88 knows `{VERSION}`"));
                    }
                    if !speaker.read(&lines).names().is_empty() {
                        speaker.learn_more(&start)?;
                        return Ok(speaker);
                    }
                }
                Err(trouble) => {
                    let why = told(&trouble);
                    speaker.notes.push(format!("after `{name}`: {why}"));
                    speaker.console.restart(speaker.within()).map_err(cannot)?;
                }
            }
        }
        // Its last lines come in lines of their own.
        let notes = [&[String::new()], &speaker.notes[..]].concat().join("; ");
        Err(format!(
            "the engine `{command}` prints no facts: expected `Fen:`, `Key:` or `Checkers:` after `d`, or the \
             lines of docs/facts.md after `facts`{notes}"
        ))
    }

    /// Whether it also answers `legal` and `san`.
    fn learn_more(&mut self, start: &Line) -> Result<(), String> {
        if self.command == "d" {
            return Ok(());
        }
        let texts = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
        (self.has_legal, self.has_san) = (true, true);
        let (legal, san) = (texts(["e2e4", "e2e5"]), texts(["e4", "e5"]));
        self.has_legal = self
            .are_legal(start, &legal)
            .map_err(|trouble| trouble.kind.to_string())?
            .is_some_and(|answers| answers == [true, false]);
        self.has_san = self
            .read_san(start, &san)
            .map_err(|trouble| trouble.kind.to_string())?
            .is_some_and(|answers| answers == ["e2e4", "no"]);
        Ok(())
    }

    fn within(&self) -> Duration {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        left.map_or(self.within, |left| left.min(self.within))
    }

    /// Starts it again if it is gone.
    fn ensure_running(&mut self) -> Result<(), Trouble> {
        if self.console.is_gone() { self.console.restart(self.within()) } else { Ok(()) }
    }

    fn listen(&mut self, at: &Line, questions: &[&str]) -> Result<Vec<String>, Trouble> {
        self.ensure_running()?;
        let begin = self.position(at);
        let lines = begin.iter().map(String::as_str).chain(questions.iter().copied());
        self.console.ask(lines, self.within())
    }

    /// The question about what is kept alone.
    fn facts_question(&self) -> &'static str {
        if self.command == "facts" { "facts key" } else { self.command }
    }

    /// The commands that set up the end of a line.
    fn position(&self, at: &Line) -> Vec<String> {
        let castling = self.knows_chess960().then(|| uci_castling(at.root.castling_notation()));
        castling.into_iter().chain([Step::anew(at, 1).uci_position(None)]).collect()
    }

    fn read(&self, lines: &[String]) -> Told {
        match self.command {
            "facts" => Told::of_facts(lines).unwrap_or_default(),
            _ => Told::of_drawing(lines),
        }
    }

    /// The answers to one command for each of these texts: as many as were asked for, or none.
    fn ask_each(
        &mut self,
        at: &Line,
        verb: &str,
        texts: &[String],
        is_answer: impl Fn(&str) -> bool,
    ) -> Result<Option<Vec<String>>, Trouble> {
        self.ensure_running()?;
        let (set_up, mut answers) = (self.position(at), Vec::new());
        for texts in texts.chunks(AT_A_TIME) {
            let asked: Vec<String> = texts.iter().map(|text| format!("{verb} {text}")).collect();
            let lines = set_up.iter().chain(&asked).map(String::as_str);
            let printed = self.console.ask(lines, self.within())?;
            let printed = printed.iter().map(|line| line.trim().to_owned());
            answers.extend(printed.filter(|line| is_answer(line)));
        }
        Ok(Some(answers).filter(|answers| answers.len() == texts.len()))
    }

    /// The lines that it prints for a perft after these commands.
    fn perft(
        &mut self,
        set_up: &[String],
        at: &Line,
        depth: u32,
    ) -> Result<Option<Vec<String>>, Trouble> {
        if self.perfts_left == 0 {
            return Ok(None);
        }
        // It may count in another thread, and is not done before it has printed how many there are.
        let total = ox88::perft(&at.end(), depth).to_string();
        let perft = format!("{} {depth}", self.perft);
        let has_total = |line: &String| {
            line.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|word| word == total)
        };
        let are_all = |lines: &[String]| lines.iter().any(has_total);
        let lines = set_up.iter().map(String::as_str).chain([&*perft]);
        match self.console.ask_until(lines, are_all, self.within().min(FOR_PERFT)) {
            Err(trouble) if matches!(trouble.kind, TroubleKind::Hangs(_)) => {
                // No total of this number: its perft is another matter.
                self.console.restart(self.within())?;
                self.perfts_left -= 1;
                Ok(None)
            }
            printed => printed.map(Some),
        }
    }

    /// The command after which it tells facts: `facts` or `d`.
    pub const fn command(&self) -> &'static str {
        self.command
    }
}

impl Teller for Speaker {
    fn tell(&mut self, at: &Line) -> TellResult<Told> {
        let lines = self.listen(at, &[self.command])?;
        Ok(self.read(&lines))
    }

    fn kept(&mut self, at: &Line) -> TellResult<Told> {
        let lines = self.listen(at, &[self.facts_question()])?;
        Ok(self.read(&lines))
    }

    /// One that does not know the commands changes nothing.
    fn null(&mut self, at: &Line) -> TellResult<Option<[Told; 2]>> {
        if self.command == "d" {
            return Ok(None);
        }
        let after = self.listen(at, &["null", self.facts_question()])?;
        let back = self.listen(at, &[&format!("undo {NULL}"), self.facts_question()])?;
        Ok(Some([self.read(&after), self.read(&back)]))
    }

    fn set_up(&mut self, before: &Line, text: &str) -> TellResult<Option<Told>> {
        if !self.is_asked_fens {
            return Ok(None);
        }
        let lines = self.listen(before, &[&format!("position fen {text}"), self.command])?;
        Ok(Some(self.read(&lines)))
    }

    /// Moves are taken back by the command `undo`; one that does not know it changes nothing. Those of two plies are by
    /// a perft, if that prints the right total.
    fn take_back(
        &mut self,
        at: &Line,
        moves: &[Move],
        _: &mut dyn FnMut() -> bool,
    ) -> TellResult<Option<[Told; 2]>> {
        if !moves.is_empty() && self.command == "d" {
            return Ok(None);
        }
        let before = self.tell(at)?;
        if moves.is_empty() && self.perft(&[], at, 2)?.is_none() {
            return Ok(None);
        }
        let line = moves.iter().fold(at.at_end(), |line, &mv| line.and(mv));
        let undo = (!moves.is_empty()).then(|| format!("undo {}", line.texts().join(" ")));
        let questions = undo.as_deref().into_iter().chain([self.command]);
        let lines = self.console.ask(questions, self.within())?;
        Ok(Some([before, self.read(&lines)]))
    }

    fn are_legal(&mut self, at: &Line, moves: &[String]) -> TellResult<Option<Vec<bool>>> {
        if !self.has_legal {
            return Ok(None);
        }
        let answers = self.ask_each(at, "legal", moves, |line| yes_or_no(line).is_some())?;
        Ok(answers.map(|answers| answers.iter().map(|it| it == "yes").collect()))
    }

    fn read_san(&mut self, at: &Line, texts: &[String]) -> TellResult<Option<Vec<String>>> {
        if !self.has_san {
            return Ok(None);
        }
        let is_move = |line: &str| MoveName::from_uci(line).is_some();
        self.ask_each(at, "san", texts, |line| line == "no" || is_move(line))
    }

    fn leaves(&mut self, at: &Line, depth: u32) -> TellResult<Vec<(Column, u128)>> {
        self.ensure_running()?;
        let printed = self.perft(&self.position(at), at, depth)?;
        Ok(kinds_of_leaves(&printed.unwrap_or_default(), depth))
    }

    fn knows_chess960(&self) -> bool {
        self.console.offers_chess960
    }

    fn fresh(&self) -> TellResult<Box<dyn Teller + '_>> {
        let mut console = self.console.another(self.within())?;
        console.patience = PATIENCE;
        let (perft, notes) = (self.perft.clone(), Vec::new());
        Ok(Box::new(Speaker { console, perft, notes, ..*self }))
    }

    fn typed(&self, at: &Line, method: &str, about: &str) -> Vec<String> {
        let told = || self.command.to_owned();
        let perft = |depth: &str| format!("{} {depth}", self.perft);
        let questions = match method {
            "is_legal" => vec![format!("legal {about}")],
            "read_san" => vec![format!("san {about}")],
            "leaves" => vec![perft(about)],
            _ if method.ends_with("make_null") => vec!["null".to_owned(), told()],
            _ if !method.ends_with("unmake") => vec![told()],
            _ if about.is_empty() => vec![told(), perft("2"), told()],
            _ => vec![told(), format!("undo {about}"), told()],
        };
        let is_chess960 = at.root.castling_notation() == CastlingNotation::KingTakesRook;
        let skipped = usize::from(self.knows_chess960() && !is_chess960);
        self.position(at).into_iter().skip(skipped).chain(questions).collect()
    }
}
