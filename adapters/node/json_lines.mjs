// The process door for Node.js subjects: JSON lines in, JSON lines out, one case after the other.
//
// Blocking reads of 1 MiB, and one write for all the answers to what a read brought: streams, and a
// write a line, are several times slower. Returns at the end of input.
import { readSync, writeSync } from 'node:fs';

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;

/** Retries `io` while a non-blocking pipe is not ready. Sleeps meanwhile, so no core is burnt. */
function whenReady(io) {
  for (;;) {
    try {
      return io();
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 /* ms */);
    }
  }
}

function writeAll(text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    done += whenReady(() => writeSync(1, bytes, done)); // A pipe may take a part only.
  }
}

/** Yields whole lines as one text a read. A last line without its newline counts as a line. */
function* texts() {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let begun = []; // Pieces of a line whose newline has not come yet; it may be longer than a chunk.
  for (;;) {
    const size = whenReady(() => readSync(0, chunk, 0, CHUNK_BYTES, null));
    const end = chunk.subarray(0, size).lastIndexOf(NEWLINE) + 1;
    if (end > 0 || size === 0) {
      yield Buffer.concat([...begun, chunk.subarray(0, end)]).toString();
      begun = [];
    }
    if (size === 0) return;
    begun.push(Buffer.from(chunk.subarray(end, size))); // A copy: the chunk is read into again.
  }
}

/**
 * Serves standard input until it ends. `start` is what the start answer says besides the version of
 * the protocol. `run` maps a case to its answer or a promise of it; what it throws is answered as
 * an error. A case is begun when the one before it has its answer.
 */
export async function serve(start, run) {
  for (const text of texts()) {
    let replies = '';
    for (const line of text.split('\n')) {
      if (line === '') continue; // After the last newline.
      const message = JSON.parse(line);
      let reply;
      if (message.op === 'start') {
        reply = { tripcheck: 1, ...start };
      } else {
        try {
          let answer = run(message.case);
          if (answer instanceof Promise) answer = await answer;
          reply = { id: message.id, answer };
        } catch (error) {
          reply = { id: message.id, error: String(error) };
        }
      }
      replies += JSON.stringify(reply) + '\n';
    }
    if (replies !== '') writeAll(replies);
  }
}

/** What every Node.js subject can take of the timed profile: a number is exact to 2^53 only. */
export const exactNumbers = {
  t: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  cooldown: [0, Number.MAX_SAFE_INTEGER],
  failure_threshold: [1, 2 ** 31 - 1],
  half_open_successes: [1, 2 ** 31 - 1],
};

/**
 * The domain of a library that knows no number of half-open successes but one. With the argument
 * --any-half-open-successes that limit is left out, to see what the library does with a 2.
 */
export function oneHalfOpenSuccess() {
  const any = process.argv.includes('--any-half-open-successes');
  return any ? exactNumbers : { ...exactNumbers, half_open_successes: [1, 1] };
}
