//! The numbers of a strategy.

/// What a strategy says about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Instruction {
    /// A search of this many plies shows the claim.
    Search(u32),
    /// The side answers each of a pair on the other.
    Pairs(Vec<(u32, u32)>),
    /// Every reply follows.
    EveryReply,
    /// The side plays the move with this number.
    Play(u32),
}

impl Instruction {
    /// Appends the instruction to a strategy.
    pub(crate) fn write(&self, strategy: &mut Vec<u8>) {
        let mut number = |value: u64| {
            let mut rest = value;
            while rest >= 0x80 {
                strategy.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            strategy.push(rest as u8);
        };
        match self {
            Self::Search(plies) => [0, u64::from(*plies)].into_iter().for_each(number),
            Self::Pairs(pairs) => {
                number(1);
                number(pairs.len() as u64);
                let cells = pairs.iter().flat_map(|&(one, other)| [one, other]);
                cells.for_each(|cell| number(cell.into()));
            }
            Self::EveryReply => number(2),
            Self::Play(code) => number(3 + u64::from(*code)),
        }
    }
}

/// Reads a strategy from its start to its end.
pub(crate) struct Reader<'s> {
    rest: &'s [u8],
}

impl<'s> Reader<'s> {
    pub(crate) fn new(strategy: &'s [u8]) -> Self {
        Self { rest: strategy }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn small(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    /// The next instruction; none at the end or where there is no such.
    pub(crate) fn next(&mut self) -> Option<Instruction> {
        Some(match self.number()? {
            0 => Instruction::Search(self.small()?),
            1 => {
                let pairs = self.number()?;
                let pair = |_| Some((self.small()?, self.small()?));
                Instruction::Pairs((0..pairs).map(pair).collect::<Option<_>>()?)
            }
            2 => Instruction::EveryReply,
            code => Instruction::Play(u32::try_from(code - 3).ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let all = [
            Instruction::Search(2),
            Instruction::Pairs(vec![(0, 127), (128, u32::MAX)]),
            Instruction::Pairs(Vec::new()),
            Instruction::EveryReply,
            Instruction::Play(0),
            Instruction::Play(u32::MAX),
        ];
        let mut strategy = Vec::new();
        all.iter().for_each(|instruction| instruction.write(&mut strategy));
        let mut reader = Reader::new(&strategy);
        for instruction in all {
            assert!(!reader.is_at_end());
            assert_eq!(reader.next(), Some(instruction));
        }
        assert!(reader.is_at_end() && reader.next().is_none());
    }

    #[test]
    fn what_is_no_instruction_is_none() {
        for rubbish in [&[0x80][..], &[0], &[1, 0xff], &[1, 1, 5], &[0xff; 12]] {
            assert_eq!(Reader::new(rubbish).next(), None, "{rubbish:?}");
        }
    }
}
