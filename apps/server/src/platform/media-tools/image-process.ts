import { developHeic } from './heic.ts';
import { readFacts } from './image-facts.ts';
import { openOrReject } from './image-open.ts';
import { printImage } from './image-print.ts';
import { hashImage, probeImage } from './image-probe.ts';
import { renderImage } from './image-render.ts';
import type { DevelopArgs, HashArgs, NamePlaceArgs, PrintArgs, ProbeArgs, RenderArgs } from './image-verbs.ts';
import { namePlace } from './place-names.ts';
import { serveTool } from './tool-process.ts';

/** The entry of the children that open pictures people uploaded. */
serveTool({
  probe: (args: ProbeArgs) => openOrReject(() => probeImage(args)),
  facts: (args: ProbeArgs) => openOrReject(() => readFacts(args)),
  namePlace: ({ position }: NamePlaceArgs) => namePlace(position),
  hash: (args: HashArgs) => openOrReject(() => hashImage(args)),
  render: (args: RenderArgs) => openOrReject(() => renderImage(args)),
  print: (args: PrintArgs) => openOrReject(() => printImage(args)),
  develop: (args: DevelopArgs) => openOrReject(() => developHeic(args)),
});
