/** Writes to the standard streams of the process without losing text on a full disk or a slow pipe. */
import { fstatSync, writeFileSync } from 'node:fs';
import { reason } from '../../disk/paths.ts';

interface Stream {
  readonly fd: number;
  write(text: string): unknown;
  on(event: 'error', listen: (error: Error) => void): unknown;
}

/** Returns a function that writes to the stream; `onLoss` is called once, with a reason, if a write fails. */
export function writerTo(stream: Stream, onLoss: (why: string) => void): (text: string) => void {
  let isLost = false;
  const fail = (error: unknown): void => {
    const why = reason(error);
    // The reader of the pipe has ended (`| head`): the findings still decide the exit code.
    if (!isLost && why !== 'EPIPE') onLoss(why);
    isLost = true;
  };
  stream.on('error', fail);
  // Node's own stream reports success after a partial write to a full disk.
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

/** 80 if the terminal does not report its columns (containers and CI); undefined without a terminal. */
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
