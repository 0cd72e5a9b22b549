import { developHeic } from './heic.ts';
import { readFacts } from './image-facts.ts';
import { openOrReject } from './image-open.ts';
import { prepareImage } from './image-prepare.ts';
import { printImage } from './image-print.ts';
import { hashImage, probeImage } from './image-probe.ts';
import { renderImage } from './image-render.ts';
import type { DevelopArgs, HashArgs, NamePlaceArgs, PrepareArgs, PrintArgs, ProbeArgs, RenderArgs } from './image-verbs.ts';
import { namePlace } from './place-names.ts';
import { developTiff } from './tiff.ts';
import { serveTool } from './tool-process.ts';

/** The entry of the children that open pictures people uploaded. */
serveTool({
  probe: (args: ProbeArgs) => openOrReject(() => probeImage(args)),
  facts: (args: ProbeArgs) => openOrReject(() => readFacts(args)),
  namePlace: ({ position }: NamePlaceArgs) => namePlace(position),
  hash: (args: HashArgs) => openOrReject(() => hashImage(args)),
  render: (args: RenderArgs) => openOrReject(() => renderImage(args)),
  prepare: (args: PrepareArgs) => openOrReject(() => prepareImage(args)),
  print: (args: PrintArgs) => openOrReject(() => printImage(args)),
  develop: (args: DevelopArgs) => openOrReject(() => (args.format === 'heic' ? developHeic(args) : developTiff(args))),
});
