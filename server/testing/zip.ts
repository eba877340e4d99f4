import { fromBuffer } from 'yauzl';

/** Reads a ZIP archive. @returns the text of each file by name */
export const unzip = (data: Buffer): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    fromBuffer(data, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files: Record<string, string> = {};
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (failed, content) => {
          if (failed) return reject(failed);
          const chunks: Buffer[] = [];
          for await (const chunk of content) chunks.push(chunk as Buffer);
          files[entry.fileName] = Buffer.concat(chunks).toString();
          zip.readEntry();
        });
      });
      zip.on('end', () => resolve(files));
      zip.on('error', reject);
      zip.readEntry();
    });
  });
