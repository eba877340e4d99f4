import { fromBuffer } from 'yauzl';

/** The files of an archive by name, as text. */
export const unzip = (data: Buffer): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    fromBuffer(data, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const found: Record<string, string> = {};
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (failed, content) => {
          if (failed) return reject(failed);
          const chunks: Buffer[] = [];
          for await (const chunk of content) chunks.push(chunk as Buffer);
          found[entry.fileName] = Buffer.concat(chunks).toString();
          zip.readEntry();
        });
      });
      zip.on('end', () => resolve(found));
      zip.on('error', reject);
      zip.readEntry();
    });
  });
