//! The options of the search.

/// The settings of a Monte-Carlo tree search.
#[derive(Debug, Clone, PartialEq)]
pub struct MctsOptions {
    /// The exploration constant of UCT, where a win counts 1, a draw a half and
    /// a loss 0.
    pub exploration: f64,
    /// The random seed. The same seed and limits in nodes or depth give the
    /// same answer.
    pub seed: u64,
    /// First-play urgency: the assumed reward of an unvisited move, relative to
    /// the mean of the position (Gelly and Wang, "Exploration exploitation in
    /// Go: UCT for Monte-Carlo Go", 2006). Without it every move is tried once
    /// before any is tried again.
    pub first_play: Option<f64>,
    /// A node is expanded after this many visits.
    pub expand_after: u32,
    /// Follow only forced moves in the tree, where the knowledge names them
    /// (Teytaud and Teytaud, "On the huge benefit of decisive moves in Monte-Carlo
    /// tree search algorithms", CIG 2010).
    pub forced: bool,
    /// Do so in rollouts too. They are better then, but fewer.
    pub forced_rollouts: bool,
    /// Use the draws that the knowledge proves before the end.
    pub known_draws: bool,
    /// How many moves of a rollout to play before it is evaluated (0: the leaf
    /// itself); without it, rollouts go to the end of the game. Where positions
    /// repeat they always have a limit.
    pub rollout: Option<u32>,
    /// The evaluation that stands for a winning chance of 3/4. Only for
    /// rollouts that end with an evaluation.
    pub evaluation_scale: f64,
    /// The most nodes of the tree, if the memory has room for them.
    pub most_nodes: usize,
    /// How many of the best moves to report with their lines.
    pub lines: usize,
}

impl Default for MctsOptions {
    /// Rollouts to the end, with all that makes them stronger.
    fn default() -> Self {
        Self {
            exploration: 0.4,
            seed: 0,
            first_play: Some(0.0),
            expand_after: 1,
            forced: true,
            forced_rollouts: true,
            known_draws: true,
            rollout: None,
            evaluation_scale: 1000.0,
            most_nodes: usize::MAX,
            lines: 1,
        }
    }
}

impl MctsOptions {
    /// Desdemona, the opponent that the course of the `OMatic` report sets: plain
    /// UCT with the constant √2 and a tree of up to 3,000,000 nodes. It is meant
    /// for Othello, but uses only its rules.
    ///
    /// ```
    /// use plywood_search::MctsOptions;
    /// let desdemona = MctsOptions::desdemona();
    /// assert_eq!(desdemona.exploration, 2.0_f64.sqrt());
    /// assert_eq!(desdemona.most_nodes, 3_000_000);
    /// ```
    #[must_use]
    pub fn desdemona() -> Self {
        Self {
            exploration: std::f64::consts::SQRT_2,
            first_play: None,
            forced: false,
            forced_rollouts: false,
            known_draws: false,
            most_nodes: 3_000_000,
            ..Self::default()
        }
    }

    /// No rollouts: leaves are evaluated statically, which varies less than a
    /// random game, so that less exploration is enough.
    ///
    /// ```
    /// use plywood_search::MctsOptions;
    /// assert_eq!(MctsOptions::judged().rollout, Some(0));
    /// ```
    #[must_use]
    pub fn judged() -> Self {
        Self { exploration: 0.15, rollout: Some(0), ..Self::default() }
    }
}
