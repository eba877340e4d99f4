// Started by draw.ts with the width: an SVG comes in, a PNG goes out.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { imageMaxPixels } from '#contract/file.ts';
import { checkSvg } from './svgCheck.ts';

const width = Number(process.argv[2]);
const data = await buffer(process.stdin);
const drawn = await sharp(Buffer.from(checkSvg(data)), { limitInputPixels: imageMaxPixels })
  .resize({ width, height: width, fit: 'inside' })
  .png()
  .toBuffer();
process.stdout.write(drawn);
