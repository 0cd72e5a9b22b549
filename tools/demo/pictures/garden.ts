import { backdrop, ball, blurred, type Canvas, glow, type Scene } from './paint.ts';

const PETALS = [
  ['#f6c1cf', '#d9577f'],
  ['#fbe4a0', '#e6a928'],
  ['#d9c6f2', '#8a63c4'],
  ['#ffffff', '#d9dfe8'],
  ['#f9b79a', '#d9542f'],
] as const;

function flower({ random }: Canvas, x: number, y: number, radius: number): string {
  const [light, dark] = random.pick(PETALS);
  const count = random.whole(6, 11);
  const turn = random.between(0, 360);
  const petals = Array.from({ length: count }, (_, at) => {
    const angle = turn + (at * 360) / count;
    const shape = `<ellipse cx="${x}" cy="${y - radius * 0.6}" rx="${radius * 0.27}" ry="${radius * 0.48}"`;
    return `<g transform="rotate(${angle} ${x} ${y})">${shape} fill="${dark}"/>${shape} transform="translate(0 ${-radius * 0.05}) scale(1)" fill="${light}" opacity="0.75"/></g>`;
  });
  return petals.join('') + ball(x, y, radius * 0.24, ['#ffe9a8', '#d99a2b', '#8a5a1a']);
}

function stem({ height, random }: Canvas, x: number, y: number, wide: number): string {
  const bend = random.between(-60, 60);
  const leaf = `<path d="M${x + bend * 0.4},${y + (height - y) * 0.45} q${wide * 12},${-wide * 9} ${wide * 22},${-wide * 3} q${-wide * 8},${wide * 9} ${-wide * 22},${wide * 3}z" fill="#4c7d3c"/>`;
  return `<path d="M${x},${y} Q${x + bend},${(y + height) / 2} ${x + bend * 0.5},${height + 10}" stroke="#456f36" stroke-width="${wide}" fill="none"/>${leaf}`;
}

function bed(canvas: Canvas, count: number, [near, far]: readonly [number, number], [top, bottom]: readonly [number, number]): string {
  const { width, height, random } = canvas;
  return Array.from({ length: count }, () => {
    const [x, y] = [random.between(0.02, 0.98) * width, random.between(top, bottom) * height];
    const radius = random.between(near, far) * height;
    return stem(canvas, x, y, radius * 0.09) + flower(canvas, x, y, radius);
  }).join('');
}

/** Flowers in front of a blurred garden. */
export const garden: Scene = (canvas) => {
  const { width, height, random } = canvas;
  const [top, middle, low] = random.pick([
    ['#dcebc4', '#8fb36b', '#3f6b3a'],
    ['#f3ecc9', '#a9bd72', '#4d7440'],
    ['#cfe4ea', '#85ae8c', '#355f47'],
  ] as const);
  const leaves = Array.from(
    { length: 26 },
    () =>
      `<circle cx="${random.next() * width}" cy="${random.next() * height}" r="${random.between(0.04, 0.14) * height}" fill="${random.pick(['#f4f7d0', '#a8c77e', '#6d9a58', '#f0c9c4', '#e8e29a'])}" opacity="${random.between(0.15, 0.45)}"/>`,
  );
  return [
    backdrop(canvas, [
      [0, top],
      [0.5, middle],
      [1, low],
    ]),
    blurred(leaves.join(''), height * 0.022),
    glow(width * random.between(0.1, 0.9), height * 0.1, height * 0.5, '#fffbe0', 0.7),
    blurred(bed(canvas, 7, [0.05, 0.08], [0.35, 0.75]), height * 0.008),
    bed(canvas, random.whole(4, 7), [0.08, 0.15], [0.38, 0.78]),
  ].join('');
};
