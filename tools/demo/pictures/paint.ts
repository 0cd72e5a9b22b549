import type { Random } from '../random.ts';

/** Canvas of a scene, `width` by `height`. Scenes return parts of an SVG. */
export interface Canvas {
  width: number;
  height: number;
  random: Random;
}

export type Scene = (canvas: Canvas) => string;

const round = (value: number) => Number(value.toFixed(1));
export const points = (all: readonly (readonly [number, number])[]) => all.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');

let gradients = 0;
/** Resets the ids, which must be unique only within a picture. */
export const resetIds = () => {
  gradients = 0;
};

type Stops = readonly (readonly [offset: number, colour: string, opacity?: number])[];
const renderStops = (stops: Stops) =>
  stops.map(([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join('');

/** Returns the definition of a gradient from top to bottom, and the `fill` value that references it. */
export function verticalGradient(stops: Stops): { defs: string; fill: string } {
  const id = `g${gradients++}`;
  return { defs: `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${renderStops(stops)}</linearGradient>`, fill: `url(#${id})` };
}

/** Returns the definition of a radial gradient and its `fill` value. `cx`, `cy` and `reach` are relative to the shape. */
export function radialGradient(stops: Stops, cx = 0.5, cy = 0.5, reach = 0.75): { defs: string; fill: string } {
  const id = `g${gradients++}`;
  return {
    defs: `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${reach}">${renderStops(stops)}</radialGradient>`,
    fill: `url(#${id})`,
  };
}

export function blurred(content: string, deviation: number): string {
  const id = `b${gradients++}`;
  return `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${round(deviation)}"/></filter><g filter="url(#${id})">${content}</g>`;
}

export function backdrop({ width, height }: Canvas, stops: Stops): string {
  const { defs, fill } = verticalGradient(stops);
  return `${defs}<rect width="${width}" height="${height}" fill="${fill}"/>`;
}

/** Draws a soft light, such as the sun or a lamp. */
export function glow(x: number, y: number, radius: number, colour: string, strength = 0.9): string {
  const { defs, fill } = radialGradient(
    [
      [0, colour, strength],
      [0.3, colour, strength * 0.45],
      [1, colour, 0],
    ],
    0.5,
    0.5,
    0.5,
  );
  return `${defs}<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`;
}

/** Draws a ball or fruit with light from the upper left. */
export function ball(x: number, y: number, radius: number, [light, middle, dark]: readonly [string, string, string]): string {
  const { defs, fill } = radialGradient(
    [
      [0, light],
      [0.45, middle],
      [1, dark],
    ],
    0.36,
    0.3,
  );
  return `${defs}<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`;
}

/** Draws rolling hills across the picture, filled down to the bottom. */
export function hills({ width, height, random }: Canvas, base: number, swing: number, fill: string): string {
  const waves = [1, 2, 3, 5].map((pace) => ({ pace: pace * random.between(0.6, 1.3), phase: random.between(0, 7), size: swing / pace }));
  const edge = Array.from({ length: 61 }, (_, at) => {
    const x = (at / 60) * width;
    const y = base + waves.reduce((sum, { pace, phase, size }) => sum + Math.sin((x / width) * pace * 5 + phase) * size * 0.5, 0);
    return [x, y] as const;
  });
  return `<polygon points="0,${height} ${points(edge)} ${width},${height}" fill="${fill}"/>`;
}

/** Returns the outline of a mountain ridge (midpoint displacement). */
export function ridge({ width, random }: Canvas, base: number, rise: number): [number, number][] {
  let edge: [number, number][] = [
    [0, base - rise * random.between(0.2, 0.6)],
    [width * random.between(0.3, 0.7), base - rise],
    [width, base - rise * random.between(0.2, 0.6)],
  ];
  for (let roughness = rise * 0.42; edge.length < 200; roughness *= 0.52) {
    edge = edge.flatMap((point, at) => {
      const next = edge[at + 1];
      if (!next) return [point];
      const y = (point[1] + next[1]) / 2 + random.between(-roughness, roughness) * 0.7;
      return [point, [(point[0] + next[0]) / 2, y] as [number, number]];
    });
  }
  return edge;
}

export function conifer(x: number, foot: number, tall: number, fill: string): string {
  const tiers = [0, 0.24, 0.48].map((from) => {
    const wide = tall * (0.09 + from * 0.22);
    const [top, bottom] = [foot - tall * (1 - from), foot - tall * (0.52 - from * 0.95)];
    return `<polygon points="${points([
      [x, top],
      [x + wide, bottom],
      [x - wide, bottom],
    ])}" fill="${fill}"/>`;
  });
  return `<rect x="${round(x - tall * 0.02)}" y="${round(foot - tall * 0.14)}" width="${round(tall * 0.04)}" height="${round(tall * 0.14)}" fill="${fill}"/>${tiers.join('')}`;
}

export function cloud({ random }: Canvas, x: number, y: number, size: number, colour: string): string {
  const puffs = Array.from({ length: 7 }, (_, at) => {
    const [dx, dy] = [(at - 3) * size * 0.28, random.between(-0.09, 0.06) * size];
    return `<ellipse cx="${round(x + dx)}" cy="${round(y + dy)}" rx="${round(size * random.between(0.25, 0.42))}" ry="${round(size * random.between(0.05, 0.11))}" fill="${colour}"/>`;
  });
  return blurred(puffs.join(''), size * 0.045);
}
