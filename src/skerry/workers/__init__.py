"""Worker processes for everybody: bots, hints, reviews, uploads, tournaments and training."""

from skerry.workers.clock import processor_clock
from skerry.workers.pool import InlinePool, Pool
from skerry.workers.process import WorkerDied

__all__ = ["InlinePool", "Pool", "WorkerDied", "processor_clock"]
