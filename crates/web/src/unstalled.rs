//! A stream that gives up when the other side does not take what is sent.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// A stream whose writes fail after they have waited for `patience`.
pub(crate) struct Unstalled<S> {
    stream: S,
    patience: Duration,
    /// Runs while a write waits.
    alarm: Pin<Box<Sleep>>,
    waiting: bool,
}

impl<S> Unstalled<S> {
    pub(crate) fn new(stream: S, patience: Duration) -> Self {
        Self { stream, patience, alarm: Box::pin(sleep(patience)), waiting: false }
    }

    /// Passes on how a write went, or fails if it has waited too long.
    fn watched<T>(
        &mut self,
        context: &mut Context<'_>,
        went: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if went.is_ready() {
            self.waiting = false;
            return went;
        }
        if !self.waiting {
            self.waiting = true;
            self.alarm.as_mut().reset(Instant::now() + self.patience);
        }
        ready!(self.alarm.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Unstalled<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Unstalled<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let went = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, went)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let went = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watched(context, went)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let went = Pin::new(&mut self.stream).poll_flush(context);
        self.watched(context, went)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let went = Pin::new(&mut self.stream).poll_shutdown(context);
        self.watched(context, went)
    }
}
