// Date.now and the global timers of Node.js on a clock that moves only when it is told to.
//
// For libraries that own timers. Does as Node.js does: a delay below 1 or above 2^31-1 becomes 1,
// a fraction is cut off, timers run in the order in which they are due, and each sees the clock at
// the time when it was due. One thing it does not do: promises that a callback settles are seen
// only when the clock stands at its new time, not between two timers.

const DELAY_MAX = 2 ** 31 - 1; // Milliseconds, inclusive: what setTimeout takes.

/**
 * Replaces the globals. Of the many turns that an interval has in one long step of the clock, the
 * first `turnsMax` are run and the rest left out, which keeps a step of centuries cheap: the caller
 * knows after how many turns in a row one more changes nothing.
 */
export function installVirtualClock({ turnsMax }) {
  let now = 0;
  let timers = [];

  function add(callback, delay, args, repeats) {
    const period = delay >= 1 && delay <= DELAY_MAX ? Math.trunc(delay) : 1;
    const timer = { run: () => callback(...args), due: now + period, period, repeats, turns: 0 };
    timers.push(timer);
    return timer;
  }

  function remove(timer) {
    timers = timers.filter((other) => other !== timer);
  }

  function nextDueBy(t) {
    let next;
    for (const timer of timers) {
      if (timer.due <= t && (next === undefined || timer.due < next.due)) next = timer;
    }
    return next;
  }

  function reschedule(timer, t) {
    timer.turns += 1;
    timer.due += timer.period;
    if (timer.turns < turnsMax || timer.due > t) return;
    timer.due += Math.floor((t - timer.due) / timer.period) * timer.period;
    while (timer.due <= t) timer.due += timer.period;
  }

  Date.now = () => now;
  globalThis.setTimeout = (callback, delay, ...args) => add(callback, delay, args, false);
  globalThis.setInterval = (callback, delay, ...args) => add(callback, delay, args, true);
  globalThis.clearTimeout = remove;
  globalThis.clearInterval = remove;

  return {
    now: () => now,

    /** Sets the clock with no timer left: for a new case. */
    reset(t) {
      now = t;
      timers = [];
    },

    /** Runs what is due at or before `t`, then sets the clock to `t`, which is not in the past. */
    advance(t) {
      for (const timer of timers) timer.turns = 0;
      for (let timer = nextDueBy(t); timer !== undefined; timer = nextDueBy(t)) {
        now = timer.due;
        if (timer.repeats) {
          reschedule(timer, t);
        } else {
          remove(timer);
        }
        timer.run();
      }
      now = t;
    },
  };
}
