import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FileError, withImageSlot } from './image.ts';

const program = fileURLToPath(new URL('./svgRenderProcess.ts', import.meta.url));
/** Milliseconds, including the start of the process. */
const timeout = 5000;

/**
 * Renders an SVG as a PNG at most `width` pixels wide and high. It runs in a child process: rendering cannot be
 * interrupted, a process can be killed.
 * @throws FileError when the structure is refused, or rendering fails or takes longer than 5 seconds
 */
export const renderSvg = (data: Buffer, width: number): Promise<Buffer> =>
  withImageSlot(
    () =>
      new Promise((resolve, reject) => {
        const options = { timeout, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024, encoding: 'buffer', env: {} } as const;
        const child = execFile(process.execPath, [program, String(width)], options, (error, png) =>
          error ? reject(new FileError('content', error)) : resolve(png),
        );
        // The process may exit before it has read all of its input.
        child.stdin?.on('error', () => {});
        child.stdin?.end(data);
      }),
  );
