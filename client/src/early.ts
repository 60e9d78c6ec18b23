/** Starts the first server before the client is loaded. */

/** Starts one now. The returned function returns that one first, and then starts another one at each call. */
export function startEarly<Started>(start: () => Started): () => Started {
  let first: Started | undefined = start();
  return () => {
    const own = first ?? start();
    first = undefined;
    return own;
  };
}
