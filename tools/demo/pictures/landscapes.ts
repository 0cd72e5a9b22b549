import { backdrop, type Canvas, cloud, conifer, glow, hills, points, ridge, type Scene, verticalGradient } from './paint.ts';

interface Light {
  sky: readonly [string, string, string];
  sun: string;
  /** Colors of the hills, farthest first. */
  land: readonly [string, string, string, string];
  water: readonly [string, string];
  cloud: string;
}

const LIGHTS: readonly Light[] = [
  {
    sky: ['#3f6ea8', '#f2b27c', '#ffe3b0'],
    sun: '#fff1c9',
    land: ['#9a7f9b', '#75648a', '#4d4a6d', '#2c3049'],
    water: ['#f0b98a', '#4a5f8c'],
    cloud: '#ffd9b8',
  },
  {
    sky: ['#4b8fd0', '#a7d0ee', '#eaf5f7'],
    sun: '#ffffff',
    land: ['#8fb3b6', '#6a9c86', '#457c5c', '#2b573f'],
    water: ['#a9d3e4', '#3f7fa6'],
    cloud: '#ffffff',
  },
  {
    sky: ['#27325e', '#a5527a', '#f7a072'],
    sun: '#ffd6a0',
    land: ['#78507f', '#55406f', '#362f57', '#1f1d3b'],
    water: ['#e08c7c', '#332f5f'],
    cloud: '#f0a19a',
  },
  {
    sky: ['#8fb8c9', '#dfe6dc', '#f8efdc'],
    sun: '#fffbe8',
    land: ['#b5c4bd', '#8ba79a', '#5f8374', '#375a4c'],
    water: ['#d9e2d8', '#7fa3a8'],
    cloud: '#f7f4ec',
  },
];

function sky(canvas: Canvas, light: Light, horizon: number): string {
  const { width, height, random } = canvas;
  const [x, y] = [width * random.between(0.2, 0.8), horizon * random.between(0.45, 0.85)];
  const clouds = Array.from({ length: random.whole(2, 5) }, () =>
    cloud(canvas, width * random.next(), horizon * random.between(0.1, 0.65), width * random.between(0.12, 0.3), light.cloud),
  );
  const [top, middle, low] = light.sky;
  return [
    backdrop(canvas, [
      [0, top],
      [(horizon / height) * 0.7, middle],
      [horizon / height, low],
    ]),
    glow(x, y, height * 0.42, light.sun),
    `<circle cx="${x}" cy="${y}" r="${height * 0.035}" fill="${light.sun}"/>`,
    `<g opacity="0.7">${clouds.join('')}</g>`,
  ].join('');
}

function water({ width, height, random }: Canvas, { water: [near, deep], sun }: Light, shore: number): string {
  const { defs, fill } = verticalGradient([
    [0, near],
    [1, deep],
  ]);
  const glints = Array.from({ length: 130 }, () => {
    const depth = random.next() ** 1.6;
    const wide = width * (0.01 + depth * random.between(0.03, 0.12));
    const [x, y] = [random.next() * width, shore + 4 + depth * (height - shore)];
    return `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${1 + depth * 3.5}" fill="${random.next() < 0.6 ? sun : deep}" opacity="${random.between(0.07, 0.3)}"/>`;
  });
  return `${defs}<rect y="${shore}" width="${width}" height="${height - shore}" fill="${fill}"/>${glints.join('')}`;
}

function sailingBoat(x: number, foot: number, size: number, sail: string): string {
  const sails = [
    [x, foot - size * 1.5, x, foot - size * 0.16, x + size * 0.55, foot - size * 0.16],
    [x - size * 0.06, foot - size * 1.25, x - size * 0.06, foot - size * 0.16, x - size * 0.42, foot - size * 0.16],
  ];
  const hull = `<path d="M${x - size * 0.6},${foot - size * 0.12} h${size * 1.25} l${-size * 0.22},${size * 0.2} h${-size * 0.85} z" fill="#33303f"/>`;
  const shine = `<ellipse cx="${x}" cy="${foot + size * 0.2}" rx="${size * 0.5}" ry="${size * 0.07}" fill="${sail}" opacity="0.35"/>`;
  return `${shine}${sails.map((corners) => `<polygon points="${corners.join(' ')}" fill="${sail}"/>`).join('')}${hull}`;
}

function jetty({ width, height }: Canvas, x: number, shore: number): string {
  const [top, bottom] = [shore + (height - shore) * 0.28, height];
  const deck = points([
    [x - width * 0.015, top],
    [x + width * 0.015, top],
    [x + width * 0.09, bottom],
    [x - width * 0.12, bottom],
  ]);
  const planks = Array.from({ length: 14 }, (_, at) => {
    const y = top + (bottom - top) * (at / 14) ** 1.4;
    return `<rect x="${x - width * 0.13}" y="${y}" width="${width * 0.23}" height="${1.5 + at * 0.35}" fill="#2f2620" opacity="0.5"/>`;
  });
  return `<clipPath id="deck"><polygon points="${deck}"/></clipPath><polygon points="${deck}" fill="#7d6553"/><g clip-path="url(#deck)">${planks.join('')}</g>`;
}

export const lake: Scene = (canvas) => {
  const { width, height, random } = canvas;
  const light = random.pick(LIGHTS);
  const shore = height * random.between(0.52, 0.64);
  const land = light.land.slice(0, 3).map((colour, at) => hills(canvas, shore - height * (0.16 - at * 0.06), height * 0.11, colour));
  const trees = Array.from({ length: random.whole(6, 22) }, () =>
    conifer(
      width * (random.next() < 0.5 ? random.between(0, 0.3) : random.between(0.7, 1)),
      shore + 6,
      height * random.between(0.06, 0.15),
      light.land[3],
    ),
  );
  const mirrored = `<g transform="translate(0 ${shore * 2}) scale(1 -1)" opacity="0.28">${trees.join('')}</g>`;
  const front = random.next() < 0.45 ? jetty(canvas, width * random.between(0.3, 0.7), shore) : '';
  const boat =
    random.next() < 0.6
      ? sailingBoat(width * random.between(0.25, 0.75), shore + height * random.between(0.05, 0.14), height * 0.05, '#fffaf0')
      : '';
  return [sky(canvas, light, shore), ...land, water(canvas, light, shore), mirrored, ...trees, boat, front].join('');
};

export const sea: Scene = (canvas) => {
  const { width, height, random } = canvas;
  const light = random.pick(LIGHTS);
  const horizon = height * random.between(0.4, 0.52);
  const waves = [0.72, 0.8, 0.87].map((at, index) => {
    const foam = hills(canvas, height * at - 7, height * 0.028, '#ffffff');
    return `<g opacity="0.75">${foam}</g>${hills(canvas, height * at + 4, height * 0.028, index === 2 ? '#e9d3ab' : (light.water[index] ?? '#88a'))}`;
  });
  const headland =
    random.next() < 0.6
      ? `<g opacity="0.85">${hills({ ...canvas, height: horizon }, horizon - height * 0.01, height * 0.09, light.land[1])}</g>`
      : '';
  const boats = Array.from({ length: random.whole(0, 3) }, () =>
    sailingBoat(
      width * random.between(0.1, 0.9),
      horizon + height * random.between(0.02, 0.1),
      height * random.between(0.025, 0.045),
      '#fffdf5',
    ),
  );
  return [sky(canvas, light, horizon), headland, water(canvas, light, horizon), ...boats, ...waves].join('');
};

const AUTUMN = ['#c8702a', '#b5502b', '#d99a34', '#7f8a3a', '#3f5b3e'];

export const mountains: Scene = (canvas) => {
  const { width, height, random } = canvas;
  const light = random.pick(LIGHTS);
  const foot = height * random.between(0.6, 0.7);
  const ranges = [0.42, 0.3, 0.2].map((rise, at) => {
    const edge = ridge(canvas, foot + height * at * 0.05, height * rise);
    const fill = verticalGradient([
      [0, at === 0 ? '#f4f1f0' : (light.land[at] ?? '#667')],
      [at === 0 ? 0.34 : 0.1, light.land[at] ?? '#667'],
      [1, light.sky[2], 0.9],
    ]);
    return `${fill.defs}<polygon points="0,${height} ${points(edge)} ${width},${height}" fill="${fill.fill}"/>`;
  });
  const meadow =
    hills(canvas, foot + height * 0.1, height * 0.06, '#7d8444') + hills(canvas, foot + height * 0.2, height * 0.07, '#5b6a38');
  const trees = Array.from({ length: 46 }, () => {
    const depth = random.next();
    return { depth, x: random.next() * width, colour: random.pick(AUTUMN) };
  })
    .sort((a, b) => a.depth - b.depth)
    .map(({ depth, x, colour }) => conifer(x, foot + height * (0.1 + depth * 0.28), height * (0.06 + depth * 0.16), colour));
  return [sky(canvas, light, foot), ...ranges, meadow, ...trees].join('');
};

export const winter: Scene = (canvas) => {
  const { width, height, random } = canvas;
  const isNight = random.next() < 0.35;
  const [top, middle, low] = isNight
    ? ['#10183a', '#2b3a6b', '#6f7fae']
    : random.pick([
        ['#7fa6cf', '#cfdcec', '#f7e4dc'],
        ['#a9bccf', '#e3e8ee', '#fbf3ea'],
      ]);
  const foot = height * 0.6;
  const stars = Array.from(
    { length: isNight ? 120 : 0 },
    () =>
      `<circle cx="${random.next() * width}" cy="${random.next() * foot}" r="${random.between(0.8, 2.4)}" fill="#fff" opacity="${random.between(0.4, 1)}"/>`,
  );
  const snow = [
    [0.02, isNight ? '#5b6a99' : '#d5dfec'],
    [0.12, isNight ? '#7f8fbd' : '#e6ecf4'],
    [0.24, isNight ? '#a3b1d6' : '#f7f9fc'],
  ] as const;
  const trees = (depth: number) =>
    Array.from({ length: 9 }, () =>
      conifer(random.next() * width, foot + height * (depth + 0.06), height * (0.1 + depth), isNight ? '#1d2a4d' : '#48606a'),
    ).join('');
  const flakes = Array.from(
    { length: 90 },
    () =>
      `<circle cx="${random.next() * width}" cy="${random.next() * height}" r="${random.between(1, 4.5)}" fill="#fff" opacity="${random.between(0.3, 0.85)}"/>`,
  );
  return [
    backdrop(canvas, [
      [0, top ?? '#fff'],
      [0.4, middle ?? '#fff'],
      [0.7, low ?? '#fff'],
    ]),
    ...stars,
    glow(width * random.between(0.2, 0.8), height * 0.2, height * 0.3, '#fff6de', isNight ? 0.9 : 0.6),
    ...snow.map(([depth, colour]) => hills(canvas, foot + height * depth, height * 0.06, colour) + trees(depth)),
    ...(random.next() < 0.6 ? flakes : []),
  ].join('');
};
