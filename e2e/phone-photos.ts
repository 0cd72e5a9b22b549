import sharp from 'sharp';

const SIZE = { width: 4000, height: 3000 };

/** Creates a photo like a phone's: 12 megapixels of soft shapes with noise, different for each number. */
export async function createPhonePhoto(at: number): Promise<Buffer> {
  const [startColour, endColour] = [at * 47, at * 47 + 120].map((hue) => `hsl(${hue % 360} 60% 50%)`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><defs><linearGradient id="g" x2="1" y2="1">
    <stop stop-color="${startColour}"/><stop offset="1" stop-color="${endColour}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/><circle cx="${30 + ((at * 17) % 60)}%" cy="40%" r="22%" fill="#fff" opacity=".4"/></svg>`;
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = await sharp({ create: { ...SIZE, channels: 3, background: '#808080', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(Buffer.from(svg))
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}
