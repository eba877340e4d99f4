import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FileError, withImageSlot } from './image.ts';

const program = fileURLToPath(new URL('./svgRenderProcess.ts', import.meta.url));
/** Milliseconds, the start of the process included. */
const drawingTime = 5000;

/**
 * An SVG drawn as a PNG at most `width` pixels wide and high, by a process of its own: drawing cannot be interrupted from
 * inside, a process can be killed.
 * @throws FileError when its structure is refused, or drawing fails or takes too long
 */
export const renderSvg = (data: Buffer, width: number): Promise<Buffer> =>
  withImageSlot(
    () =>
      new Promise((resolve, reject) => {
        const options = { timeout: drawingTime, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024, encoding: 'buffer', env: {} } as const;
        const child = execFile(process.execPath, [program, String(width)], options, (error, drawn) =>
          error ? reject(new FileError('content', error)) : resolve(drawn),
        );
        // It may end before it has read everything.
        child.stdin?.on('error', () => {});
        child.stdin?.end(data);
      }),
  );
