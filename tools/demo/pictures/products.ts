import { lake } from './landscapes.ts';
import { backdrop, blurred, type Canvas, glow, type Scene, verticalGradient } from './paint.ts';

/** Objects are drawn in a square with this side length and fitted to the picture. */
const SIDE = 900;
/** Scale of an object. The shop crops the square to 4:3 and must not cut the object off. */
const SCALE = 0.8;
const WALL = [
  [0, '#f4efe6'],
  [0.78, '#e4dccd'],
  [0.781, '#cdbfa8'],
  [1, '#bcab90'],
] as const;
const OAK = [
  [0, '#d8ac72'],
  [0.5, '#bd8b50'],
  [1, '#99683a'],
] as const;
const BRASS = [
  [0, '#f3dca0'],
  [0.5, '#c79a45'],
  [1, '#86601f'],
] as const;

/** Draws an object in front of a wall, with its shadow. */
const createProductScene =
  (draw: (canvas: Canvas) => { shadow: string; object: string }): Scene =>
  (canvas) => {
    const { shadow, object } = draw(canvas);
    const inset = (SIDE * (1 - SCALE)) / 2;
    const place = `scale(${canvas.width / SIDE} ${canvas.height / SIDE}) translate(${inset} ${inset}) scale(${SCALE})`;
    return `${backdrop(canvas, WALL)}<g transform="${place}">${blurred(`<g fill="#4a3a24" opacity="0.4">${shadow}</g>`, 14)}${object}</g>`;
  };

const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;

/** Draws a picture with a mount inside a frame. */
function print({ random }: Canvas, x: number, y: number, width: number, height: number): string {
  const inner = { width: width - 80, height: height - 80, random };
  return `${rect(x, y, width, height, '#fbf8f1')}<svg x="${x + 40}" y="${y + 40}" width="${inner.width}" height="${inner.height}">${lake(inner)}</svg>`;
}

export const frame = createProductScene((canvas) => {
  const oak = verticalGradient(OAK);
  return {
    shadow: rect(205, 135, 530, 660, '#4a3a24', 6),
    object: `${oak.defs}${rect(185, 110, 530, 660, oak.fill, 6)}${rect(213, 138, 474, 604, '#7d5630')}${print(canvas, 219, 144, 462, 592)}`,
  };
});

export const easel = createProductScene((canvas) => {
  const oak = verticalGradient(OAK);
  const leg = (from: number, to: number) =>
    `<path d="M${from},110 L${to},800" stroke="${oak.fill}" stroke-width="26" stroke-linecap="round"/>`;
  return {
    shadow: `<ellipse cx="450" cy="806" rx="300" ry="26"/>`,
    object: `${oak.defs}<path d="M450,130 L470,770" stroke="#7d5630" stroke-width="20" stroke-linecap="round"/>${leg(436, 240)}${leg(464, 660)}
${print(canvas, 250, 210, 400, 380)}${rect(220, 588, 460, 30, oak.fill, 6)}`,
  };
});

export const pictureLight = createProductScene((canvas) => {
  const brass = verticalGradient(BRASS);
  return {
    shadow: rect(268, 392, 404, 440, '#4a3a24'),
    object: `${rect(250, 370, 400, 430, '#2e2a26')}${print(canvas, 262, 382, 376, 406)}${glow(450, 400, 360, '#ffe2a8', 0.75)}
${brass.defs}${rect(441, 130, 18, 150, brass.fill)}${rect(404, 96, 92, 44, brass.fill, 8)}${rect(300, 270, 300, 54, brass.fill, 27)}`,
  };
});

export const hooks = createProductScene(() => {
  const brass = verticalGradient(BRASS);
  const places = [0, 1, 2, 3, 4].flatMap((column) => [0, 1].map((row) => [170 + column * 140, 210 + row * 290] as const));
  const hook = (x: number, y: number) =>
    `<path d="M${x},${y} v110 a34,34 0 0 0 68,0 v-14" stroke="${brass.fill}" stroke-width="17" fill="none" stroke-linecap="round"/>
<circle cx="${x}" cy="${y}" r="25" fill="${brass.fill}"/><circle cx="${x}" cy="${y}" r="8" fill="#6d4d18"/>`;
  return {
    shadow: places.map(([x, y]) => `<ellipse cx="${x + 40}" cy="${y + 150}" rx="52" ry="22"/>`).join(''),
    object: `${brass.defs}${places.map(([x, y]) => hook(x, y)).join('')}`,
  };
});
