// Subject: the npm library opossum (pinned in package-lock.json).
//
//     tripcheck verify --subject 'exec:node adapters/node/opossum.mjs'
//
// Setting: the library has no count of failures in a row. It opens at a failure once the calls in a
//         rolling window are at least volumeThreshold and more than errorThresholdPercentage of
//         them failed. Whoever wants "open after N failures in a row" asks for N calls and the
//         highest whole percentage that can be exceeded, 99, in the longest window that ten buckets
//         give under the timers of Node.js, 248 days. (Of 0, 1, 25, 50, 75, 90 and 99, 99 agreed
//         with the rules most often and opened early least often. The option maxFailures is
//         deprecated and does nothing.) Calls have no time-out here.
// Clock:  a virtual one, timers included: the library turns half-open by a timer, not at a call,
//         and moves its window by an interval. Time passes from event to event; the breaker is made
//         at the time of the first.
// Calls:  each event is one fire() of an action that resolves or rejects, awaited before the next.
//         A call whose action did not run was rejected.
// State:  as the library says: its events for the transitions, at the time when they come, and its
//         getters for the names.
// Domain: integers that a number holds exactly. One half-open success only: the library has no such
//         option (json_lines.mjs tells how to leave that limit out).
// Claims: none.
import { createRequire } from 'node:module';

import CircuitBreaker from 'opossum';

import { oneHalfOpenSuccess, serve } from './json_lines.mjs';
import { installVirtualClock } from './virtual_clock.mjs';

const BUCKETS = 10; // The library's own default.
const BUCKET_MAX = 2 ** 31 - 1; // Milliseconds: the longest interval that Node.js can wait.

// The only interval is the window's, and after as many turns as it has buckets, all are empty.
const clock = installVirtualClock({ turnsMax: BUCKETS });

const failure = new Error('the call failed');

function stateOf(breaker) {
  if (breaker.closed) return 'closed';
  return breaker.opened ? 'open' : 'half_open';
}

async function run({ events, failure_threshold, cooldown }) {
  clock.reset(events.length > 0 ? events[0].t : 0);
  let executed = false;
  const action = async (result) => {
    executed = true;
    if (result === 'failure') throw failure;
  };
  const breaker = new CircuitBreaker(action, {
    volumeThreshold: failure_threshold,
    errorThresholdPercentage: 99,
    resetTimeout: cooldown,
    rollingCountTimeout: BUCKETS * BUCKET_MAX,
    rollingCountBuckets: BUCKETS,
    timeout: false,
    enableSnapshots: false, // Costs time only.
    rollingPercentilesEnabled: false, // Costs time only.
  });
  const rejected = [];
  const transitions = [];
  let from = stateOf(breaker);
  const say = () => {
    transitions.push(`${from}->${stateOf(breaker)}@${clock.now()}`);
    from = stateOf(breaker);
  };
  breaker.on('open', say).on('halfOpen', say).on('close', say);

  for (const { t, result } of events) {
    clock.advance(t);
    executed = false;
    try {
      await breaker.fire(result);
    } catch (error) {
      if (error !== failure && error.code !== 'EOPENBREAKER') throw error;
    }
    if (!executed) rejected.push(t);
  }
  const answer = { final_state: stateOf(breaker), rejected, transitions };
  breaker.shutdown();
  return answer;
}

const { version } = createRequire(import.meta.url)('opossum/package.json');
await serve({ name: 'opossum', version, profiles: ['timed'], domain: oneHalfOpenSuccess() }, run);
