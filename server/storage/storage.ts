import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { diskStorage } from './disk.ts';

/** A stored file. `name` is `kind/hex.ext`; `size` is in bytes. */
export interface StoredFile {
  name: string;
  size: number;
  modified_at: Date;
  /** A write that a crash cut off; its name ends in `.part` and nothing refers to it. */
  partial: boolean;
}

/** An open file. The stream holds a descriptor until it is read to its end or destroyed. */
export interface StoredContent {
  size: number;
  stream: Readable;
}

/**
 * Everything people upload. The only way to it: no other module opens these files (architecture.test.ts).
 * Every function rejects with an Error when `name` is not `kind/file`, or when the medium fails.
 */
export interface Storage {
  /** Stores a file whole or not at all; it survives a power cut once the promise resolves. Returns its size in bytes. */
  put(name: string, content: Buffer | Readable): Promise<number>;
  /** Opens a file; null when there is none. */
  get(name: string): Promise<StoredContent | null>;
  /** Size and time of a file; null when there is none. */
  stat(name: string): Promise<StoredFile | null>;
  /** Removes a file; does nothing when there is none. */
  remove(name: string): Promise<void>;
  /** Every stored file, partial ones included, in no particular order. */
  list(): AsyncIterable<StoredFile>;
}

/** The storage of a configuration: the folder `files` in DATA_DIR. */
export const createStorage = ({ dataDir }: Pick<Config, 'dataDir'>): Storage => diskStorage(path.join(dataDir, 'files'));
