/** Writes to the standard streams of the process, so that nothing is lost unseen: not on a full disk, and not to a pipe that is slow. */
import { fstatSync, writeFileSync } from 'node:fs';
import { reason } from '../../disk/paths.ts';

interface Stream {
  readonly fd: number;
  write(text: string): unknown;
  on(event: 'error', listen: (error: Error) => void): unknown;
}

/** What writes to the stream; `onLoss` is called once, with a reason, where that fails. */
export function writerTo(stream: Stream, onLoss: (why: string) => void): (text: string) => void {
  let isLost = false;
  const fail = (error: unknown): void => {
    const why = reason(error);
    // The reader of a pipe has gone (`| head`): what was found still decides the exit code.
    if (!isLost && why !== 'EPIPE') onLoss(why);
    isLost = true;
  };
  stream.on('error', fail);
  // Node's own stream takes a file for written when the disk had room for the first part only.
  const write = isFile(stream.fd)
    ? (text: string) => writeFileSync(stream.fd, text)
    : (text: string) => stream.write(text);
  return (text) => {
    if (isLost) return;
    try {
      write(text);
    } catch (error) {
      fail(error);
    }
  };
}

/** Of a terminal, as many as there always were where it does not know (containers and CI give it none); undefined for what is none. */
export function terminalColumns({ isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number | undefined {
  if (!isTTY) return undefined;
  return columns > 0 ? columns : 80;
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
