// Started by svgRenderer.ts with the width as its argument: reads an SVG from stdin, writes a PNG to stdout.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { imageMaxPixels } from '#contract/file.ts';
import { checkSvg } from './svgCheck.ts';

const width = Number(process.argv[2]);
const svg = checkSvg(await buffer(process.stdin));
const png = await sharp(Buffer.from(svg), { limitInputPixels: imageMaxPixels })
  .resize({ width, height: width, fit: 'inside' })
  .png()
  .toBuffer();
process.stdout.write(png);
