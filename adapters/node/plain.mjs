// A subject in plain JavaScript: the timed breaker as one function, with no packages.
//
//     tripcheck verify --subject 'exec:node adapters/node/plain.mjs'
//
// Domain: integers that a number holds exactly. There the sum opened_at + cooldown may be rounded,
//         but only past 2^53, and so past every t: the comparison stays right.
// Claims: none; bad input is not refused.
import { exactNumbers, serve } from './json_lines.mjs';

function runCircuitBreaker({ events, failure_threshold, cooldown, half_open_successes }) {
  let state = 'closed';
  let failures = 0;
  let successes = 0;
  let openedAt = 0;
  const rejected = [];
  const transitions = [];

  function enter(nextState, t) {
    transitions.push(`${state}->${nextState}@${t}`);
    state = nextState;
    failures = 0;
    successes = 0;
  }

  for (const { t, result } of events) {
    if (state === 'open') {
      if (t < openedAt + cooldown) {
        rejected.push(t);
        continue;
      }
      enter('half_open', t); // And this same event is judged there, below.
    }
    if (result === 'failure') {
      failures += 1;
      if (state === 'half_open' || failures >= failure_threshold) {
        enter('open', t);
        openedAt = t;
      }
    } else if (state === 'closed') {
      failures = 0;
    } else {
      successes += 1;
      if (successes >= half_open_successes) enter('closed', t);
    }
  }
  return { final_state: state, rejected, transitions };
}

const start = {
  name: 'plain JavaScript',
  version: '1',
  profiles: ['timed'],
  domain: exactNumbers,
};
await serve(start, runCircuitBreaker);
