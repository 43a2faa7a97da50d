// Subject: the npm library cockatiel, its ConsecutiveBreaker (pinned in package-lock.json).
//
//     tripcheck verify --subject 'exec:node adapters/node/cockatiel.mjs'
//
// Clock:  the library reads Date.now at each call; the time of the event takes its place.
// Calls:  each event is one execute() of a function that returns or throws, awaited before the
//         next. A call whose function did not run was rejected.
// State:  as the library says: onStateChange for the transitions, `state` for the final state.
// Domain: integers that a number holds exactly; the difference of two of them may be rounded, but
//         only past 2^53, and so past every cooldown. One half-open success only: the library has
//         no such option (json_lines.mjs tells how to leave that limit out).
// Claims: none.
import { createRequire } from 'node:module';

import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel';

import { oneHalfOpenSuccess, serve } from './json_lines.mjs';

let now = 0;
Date.now = () => now;

const failure = new Error('the call failed');

const stateNames = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half_open',
};

async function run({ events, failure_threshold, cooldown }) {
  now = events.length > 0 ? events[0].t : 0;
  const policy = circuitBreaker(handleAll, {
    halfOpenAfter: cooldown,
    breaker: new ConsecutiveBreaker(failure_threshold),
  });
  const rejected = [];
  const transitions = [];
  let from = stateNames[policy.state];
  policy.onStateChange((state) => {
    transitions.push(`${from}->${stateNames[state]}@${now}`);
    from = stateNames[state];
  });

  for (const { t, result } of events) {
    now = t;
    let executed = false;
    try {
      await policy.execute(() => {
        executed = true;
        if (result === 'failure') throw failure;
      });
    } catch (error) {
      if (error !== failure && !(error instanceof BrokenCircuitError)) throw error;
    }
    if (!executed) rejected.push(t);
  }
  return { final_state: stateNames[policy.state], rejected, transitions };
}

const { version } = createRequire(import.meta.url)('cockatiel/package.json');
await serve({ name: 'cockatiel', version, profiles: ['timed'], domain: oneHalfOpenSuccess() }, run);
