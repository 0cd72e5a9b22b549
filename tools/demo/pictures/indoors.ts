import { backdrop, ball, blurred, type Canvas, glow, points, radialGradient, type Scene, verticalGradient } from './paint.ts';

const BALLOONS = [
  ['#ffd9d4', '#e8685d', '#a5322f'],
  ['#fff0c2', '#f0b93f', '#a87412'],
  ['#d6ecff', '#5d9fd8', '#28608f'],
  ['#e9dcff', '#9a7bd0', '#573c8c'],
  ['#d9f5e2', '#62b587', '#2a6f4b'],
] as const;

const bokeh = ({ width, height, random }: Canvas, colours: readonly string[], count: number) =>
  Array.from({ length: count }, () => {
    const place = `cx="${random.next() * width}" cy="${random.next() * height}" r="${random.between(0.012, 0.06) * height}"`;
    return `<circle ${place} fill="${random.pick(colours)}" opacity="${random.between(0.12, 0.5)}"/>`;
  }).join('');

function bunting({ width, height, random }: Canvas, top: number): string {
  const colours = ['#e8685d', '#f0b93f', '#5d9fd8', '#62b587', '#f7f1e6'];
  const sag = height * 0.12;
  const lineAt = (x: number) => top + sag * (1 - ((x / width) * 2 - 1) ** 2);
  const flags = Array.from({ length: 15 }, (_, at) => {
    const x = ((at + 0.5) / 15) * width;
    const [half, y] = [width * 0.022, lineAt(x)];
    const flag: [number, number][] = [
      [x - half, y],
      [x + half, y],
      [x, y + half * 2.3],
    ];
    return `<polygon points="${points(flag)}" fill="${random.pick(colours)}"/>`;
  });
  return `<path d="M0,${top} Q${width / 2},${top + sag * 2} ${width},${top}" stroke="#efe6d6" stroke-width="3" fill="none"/>${flags.join('')}`;
}

function balloon({ height, random }: Canvas, x: number, y: number, radius: number): string {
  const string = `<path d="M${x},${y + radius * 1.2} q${random.between(-50, 50)},${radius} ${random.between(-30, 30)},${height}" stroke="#f5ead8" stroke-width="2" fill="none" opacity="0.7"/>`;
  const body = `<g transform="translate(0 ${-y * 0.18}) scale(1 1.18)">${ball(x, y, radius, random.pick(BALLOONS))}</g>`;
  return `${string}${body}<ellipse cx="${x - radius * 0.38}" cy="${y - radius * 0.5}" rx="${radius * 0.12}" ry="${radius * 0.26}" fill="#fff" opacity="0.65" transform="rotate(24 ${x - radius * 0.38} ${y - radius * 0.5})"/>`;
}

function cake({ width, height, random }: Canvas): string {
  const [x, foot, wide] = [width / 2, height * 0.94, Math.min(width, height) * 0.5];
  const tiers = [
    { wide, tall: wide * 0.34, colour: '#f6e3d3' },
    { wide: wide * 0.68, tall: wide * 0.28, colour: '#f3c9c6' },
  ];
  let y = foot;
  const parts = tiers.map(({ wide: across, tall, colour }) => {
    y -= tall;
    const drops = Array.from(
      { length: 9 },
      (_, at) => `<circle cx="${x - across / 2 + (at + 0.5) * (across / 9)}" cy="${y + tall * 0.14}" r="${across / 17}" fill="#fffaf3"/>`,
    );
    return `<rect x="${x - across / 2}" y="${y}" width="${across}" height="${tall}" rx="${tall * 0.12}" fill="${colour}"/>${drops.join('')}`;
  });
  const candles = Array.from({ length: 7 }, (_, at) => {
    const cx = x + (at - 3) * wide * 0.09;
    return `<rect x="${cx - 4}" y="${y - wide * 0.16}" width="8" height="${wide * 0.17}" fill="${random.pick(['#5d9fd8', '#e8685d', '#f0b93f'])}"/>${glow(cx, y - wide * 0.2, wide * 0.09, '#ffd97a', 1)}<ellipse cx="${cx}" cy="${y - wide * 0.19}" rx="5" ry="11" fill="#fff3c4"/>`;
  });
  return `<ellipse cx="${x}" cy="${foot}" rx="${wide * 0.66}" ry="${wide * 0.06}" fill="#3b2a2a" opacity="0.5"/>${parts.join('')}${candles.join('')}`;
}

export const party: Scene = (canvas) => {
  const { width, height, random } = canvas;
  const [top, low] = random.pick([
    ['#4a2f4f', '#a8605a'],
    ['#2f3d5c', '#8a6a86'],
    ['#f3dcc6', '#d99f86'],
    ['#345a63', '#c79c6d'],
  ] as const);
  const hasCake = random.next() < 0.4;
  const balloons = Array.from({ length: random.whole(4, 9) }, () =>
    balloon(
      canvas,
      width * random.between(0.06, 0.94),
      height * random.between(0.22, hasCake ? 0.4 : 0.66),
      Math.min(width, height) * random.between(0.07, 0.12),
    ),
  );
  return [
    backdrop(canvas, [
      [0, top],
      [1, low],
    ]),
    blurred(bokeh(canvas, ['#ffe6b0', '#ffd0c4', '#fff6e0', '#f0b4d0'], 50), height * 0.006),
    ...balloons,
    hasCake ? cake(canvas) : '',
    bunting(canvas, height * random.between(0.01, 0.06)),
  ].join('');
};

const FOODS = [
  ['#ffe1a8', '#e0862f', '#8f4312'],
  ['#f7b3a0', '#cf3f30', '#7d1a18'],
  ['#d5e8a0', '#7ea83c', '#3f6420'],
  ['#fff3d6', '#e8cf9a', '#a98350'],
  ['#e3c3e0', '#8e4f8c', '#4a2350'],
] as const;

function plate({ random }: Canvas, x: number, y: number, radius: number): string {
  const rim = radialGradient([
    [0, '#ffffff'],
    [0.75, '#f1eee8'],
    [1, '#cfc9bf'],
  ]);
  const [first, second] = [random.pick(FOODS), random.pick(FOODS)];
  const bites = Array.from({ length: random.whole(9, 20) }, (_, at) => {
    const [angle, out] = [random.between(0, 6.3), radius * 0.48 * Math.sqrt(random.next())];
    return ball(x + Math.cos(angle) * out, y + Math.sin(angle) * out, radius * random.between(0.06, 0.17), at % 3 === 0 ? second : first);
  });
  const herbs = Array.from({ length: 12 }, () => {
    const [angle, out] = [random.between(0, 6.3), radius * random.between(0.05, 0.5)];
    const [cx, cy] = [x + Math.cos(angle) * out, y + Math.sin(angle) * out];
    return `<ellipse cx="${cx}" cy="${cy}" rx="${radius * 0.055}" ry="${radius * 0.022}" fill="#4d8038" transform="rotate(${random.between(0, 180)} ${cx} ${cy})"/>`;
  });
  const shadow = blurred(
    `<circle cx="${x + radius * 0.06}" cy="${y + radius * 0.1}" r="${radius}" fill="#1d1512" opacity="0.5"/>`,
    radius * 0.07,
  );
  return `${shadow}${rim.defs}<circle cx="${x}" cy="${y}" r="${radius}" fill="${rim.fill}"/><circle cx="${x}" cy="${y}" r="${radius * 0.66}" fill="#ded8cc"/><circle cx="${x}" cy="${y + 3}" r="${radius * 0.65}" fill="${first[0]}"/>${bites.join('')}${herbs.join('')}`;
}

function table({ width, height, random }: Canvas): string {
  const [light, dark] = random.pick([
    ['#b98a5e', '#96673f'],
    ['#5b5752', '#45413d'],
    ['#d9cdb9', '#c7b89f'],
    ['#8a6a52', '#6b4e3a'],
  ] as const);
  const boards = Array.from({ length: 8 }, (_, at) => {
    const { defs, fill } = verticalGradient([
      [0, light],
      [0.94, dark],
      [1, '#2a1d14'],
    ]);
    return `${defs}<rect x="0" y="${(at * height) / 8}" width="${width}" height="${height / 8 + 1}" fill="${fill}" opacity="${random.between(0.82, 1)}"/>`;
  });
  return `<rect width="${width}" height="${height}" fill="${dark}"/>${boards.join('')}`;
}

/** A meal seen from above. */
export const meal: Scene = (canvas) => {
  const { width, height, random } = canvas;
  const [x, y, radius] = [
    width * random.between(0.42, 0.58),
    height * random.between(0.45, 0.55),
    Math.min(width, height) * random.between(0.34, 0.4),
  ];
  const fork = `<g fill="#d8d8d6"><rect x="${x - radius * 1.24}" y="${y - radius * 0.2}" width="${radius * 0.06}" height="${radius * 0.95}" rx="6"/>${[-0.05, 0, 0.05].map((dx) => `<rect x="${x - radius * (1.22 - dx)}" y="${y - radius * 0.7}" width="${radius * 0.024}" height="${radius * 0.5}" rx="4"/>`).join('')}<rect x="${x - radius * 1.28}" y="${y - radius * 0.3}" width="${radius * 0.14}" height="${radius * 0.16}" rx="${radius * 0.06}"/></g>`;
  const knife = `<path d="M${x + radius * 1.2},${y - radius * 0.75} q${radius * 0.13},${radius * 0.3} ${radius * 0.05},${radius * 0.75} v${radius * 0.75} h${-radius * 0.06} z" fill="#dcdcda"/>`;
  const side = plate(canvas, random.pick([0.04, 0.96]) * width, random.pick([0.06, 0.94]) * height, radius * 0.5);
  return [table(canvas), side, fork, knife, plate(canvas, x, y, radius), glow(width * 0.15, 0, height * 0.9, '#fff3d8', 0.28)].join('');
};

function vase({ random }: Canvas, x: number, foot: number, tall: number, [light, dark]: readonly [string, string]): string {
  const wide = tall * random.between(0.24, 0.34);
  const id = `v${Math.round(x)}${Math.round(tall)}`;
  const side = `<linearGradient id="${id}"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`;
  const path = `M${x - wide * 0.36},${foot - tall} c0,${tall * 0.25} ${-wide * 0.8},${tall * 0.3} ${-wide * 0.64},${tall * 0.66} q${wide * 0.1},${tall * 0.34} ${wide * 0.5},${tall * 0.34} h${wide} q${wide * 0.4},0 ${wide * 0.5},${-tall * 0.34} c${wide * 0.16},${-tall * 0.36} ${-wide * 0.64},${-tall * 0.41} ${-wide * 0.64},${-tall * 0.66} z`;
  const twigs = Array.from({ length: random.whole(0, 6) }, () => {
    const [dx, dy] = [random.between(-0.5, 0.5) * tall, random.between(0.4, 0.8) * tall];
    const leaves = [0.45, 0.7, 1].map(
      (part) =>
        `<ellipse cx="${x + dx * part * part}" cy="${foot - tall - dy * part}" rx="${tall * 0.075}" ry="${tall * 0.035}" fill="#6f8a5c" transform="rotate(${dx < 0 ? 40 : -40} ${x + dx * part * part} ${foot - tall - dy * part})"/>`,
    );
    return `<path d="M${x},${foot - tall + 8} q0,${-dy * 0.5} ${dx},${-dy - 8}" stroke="#5d6f4b" stroke-width="4" fill="none"/>${leaves.join('')}`;
  });
  const shade = blurred(
    `<ellipse cx="${x + wide * 0.5}" cy="${foot}" rx="${wide * 1.3}" ry="${tall * 0.035}" fill="#000" opacity="0.35"/>`,
    tall * 0.025,
  );
  return `${side}${shade}${twigs.join('')}<path d="${path}" fill="url(#${id})"/>`;
}

const WARES = [
  ['#f1e7da', '#bfa78d'],
  ['#e9a58c', '#a9553b'],
  ['#a9c6c2', '#4d7774'],
  ['#f2d38a', '#b98a2b'],
  ['#c7b7d6', '#6f5a8c'],
  ['#8fa3b8', '#3c5069'],
] as const;

/** Objects on a table in front of a wall, like a shop window. */
export const stillLife: Scene = (canvas) => {
  const { width, height, random } = canvas;
  const [wall, shadow, board] = random.pick([
    ['#efe2d2', '#d6c0a8', '#9c7350'],
    ['#d4dfdc', '#a8bdb9', '#7d6a58'],
    ['#e9cfc5', '#cfa595', '#8a5a48'],
    ['#3f4a56', '#2b333d', '#6d5a4a'],
    ['#dcd9e6', '#b6b1cc', '#84705f'],
  ] as const);
  const foot = height * 0.76;
  const arch = `<path d="M${width * 0.28},${foot} V${height * 0.36} a${width * 0.22},${width * 0.22} 0 0 1 ${width * 0.44},0 V${foot} z" fill="${shadow}" opacity="0.75"/>`;
  const light = `<polygon points="${points([
    [width * 0.05, 0],
    [width * 0.32, 0],
    [width * 0.66, foot],
    [width * 0.36, foot],
  ])}" fill="#fff6dd" opacity="0.25"/>`;
  const vases = [0.3, 0.5, 0.7].map((at) =>
    vase(canvas, width * (at + random.between(-0.04, 0.04)), foot + height * 0.04, height * random.between(0.2, 0.42), random.pick(WARES)),
  );
  const fruits = Array.from({ length: random.whole(2, 6) }, () => {
    const radius = Math.min(width, height) * random.between(0.035, 0.055);
    return ball(width * random.between(0.18, 0.84), foot + height * 0.09 - radius * 0.4, radius, random.pick(FOODS));
  });
  const ledge = verticalGradient([
    [0, board],
    [1, '#2f211a'],
  ]);
  return [
    backdrop(canvas, [
      [0, wall],
      [0.8, shadow],
    ]),
    arch,
    light,
    `${ledge.defs}<rect y="${foot}" width="${width}" height="${height - foot}" fill="${ledge.fill}"/>`,
    ...vases,
    ...fruits,
  ].join('');
};
