//! A value in a byte.

/// The largest distance that a table can hold.
pub const MOST_PLIES: u8 = 252;

/// The byte of a number that stands for no position.
pub(super) const NO_POSITION: u8 = 254;

/// The byte of a finished game that the side to move has won.
pub(super) const WON_ALREADY: u8 = 255;

/// The value of a position for the side to move.
///
/// A byte is enough because the distance tells the winner: in a game whose
/// sides take turns, and whose last move never wins for the other side, a
/// position is lost in an even number of plies and won in an odd one. The one
/// exception is a position that no play reaches: the side to move has already
/// won.
///
/// ```
/// use plywood_solver::table::TableValue;
/// assert_eq!(TableValue::from_byte(0), Some(TableValue::Draw));
/// assert_eq!(TableValue::from_byte(1), Some(TableValue::Loss(0)));
/// assert_eq!(TableValue::from_byte(4), Some(TableValue::Win(3)));
/// assert_eq!(TableValue::from_byte(255), Some(TableValue::Win(0)));
/// assert_eq!(TableValue::from_byte(254), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TableValue {
    /// Neither side can win.
    Draw,
    /// Lost in this many plies: an even number.
    Loss(u8),
    /// Won in this many plies: an odd number, or 0 if the game is over.
    Win(u8),
}

impl TableValue {
    /// The value that a byte of a table stands for; none if its number is that
    /// of no position.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Draw),
            NO_POSITION => None,
            WON_ALREADY => Some(Self::Win(0)),
            odd if odd % 2 == 1 => Some(Self::Loss(odd - 1)),
            even => Some(Self::Win(even - 1)),
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Loss(_) => -1,
            Self::Win(_) => 1,
        }
    }

    /// The number of plies to the end; none for a draw.
    #[must_use]
    pub const fn plies(self) -> Option<u8> {
        match self {
            Self::Draw => None,
            Self::Loss(plies) | Self::Win(plies) => Some(plies),
        }
    }

    /// The value of a position that is not finished, by the values of its
    /// successors: each for the side to move there, which is the other one.
    ///
    /// None if the values cannot stand beside each other in a table: there is
    /// no successor, or one is won by a move that ended the game for the other
    /// side.
    #[must_use]
    pub fn of_successors(successors: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut shortest_win: Option<u8> = None;
        let mut longest_loss: Option<u8> = None;
        let mut drawn = false;
        for value in successors {
            match value {
                Self::Draw => drawn = true,
                Self::Win(0) => return None,
                Self::Win(plies) => longest_loss = longest_loss.max(Some(plies)),
                Self::Loss(plies) => {
                    shortest_win = Some(shortest_win.map_or(plies, |least| least.min(plies)));
                }
            }
        }
        match (shortest_win, drawn, longest_loss) {
            (Some(plies), ..) => plies.checked_add(1).map(Self::Win),
            (None, true, _) => Some(Self::Draw),
            (None, false, Some(plies)) => plies.checked_add(1).map(Self::Loss),
            (None, false, None) => None,
        }
    }

    /// How much the side to move likes it: wins before draws before losses,
    /// sooner wins and later losses first.
    #[must_use]
    pub const fn rank(self) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => 1000 - plies as i32,
            Self::Loss(plies) => plies as i32 - 1000,
        }
    }

    /// The value with a rank.
    pub(super) const fn of_rank(rank: i32) -> Self {
        match rank {
            0 => Self::Draw,
            1.. => Self::Win((1000 - rank) as u8),
            _ => Self::Loss((rank + 1000) as u8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TableValue::{self, Draw, Loss, Win};

    #[test]
    fn every_byte_but_one_is_a_value_and_no_two_are_the_same() {
        let values: Vec<TableValue> = (0..=255).filter_map(TableValue::from_byte).collect();
        assert_eq!(values.len(), 255);
        for (number, value) in values.iter().enumerate() {
            assert!(!values[..number].contains(value), "{value:?}");
        }
    }

    #[test]
    fn a_position_is_worth_what_its_best_move_is_worth() {
        for (successors, value) in [
            (vec![Loss(4), Loss(2), Draw, Win(1)], Some(Win(3))),
            (vec![Win(1), Draw, Win(7)], Some(Draw)),
            (vec![Win(1), Win(7), Win(3)], Some(Loss(8))),
            (vec![], None),
            (vec![Win(0), Loss(0)], None),
        ] {
            assert_eq!(TableValue::of_successors(successors.clone()), value, "{successors:?}");
        }
    }

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        let order = [Win(1), Win(9), Draw, Loss(250), Loss(0)];
        assert!(order.windows(2).all(|pair| pair[0].rank() > pair[1].rank()));
        assert!(order.iter().all(|&value| TableValue::of_rank(value.rank()) == value));
    }
}
