import { developHeic } from './heic.ts';
import { openOrReject } from './image-open.ts';
import { printImage } from './image-print.ts';
import { hashImage, probeImage } from './image-probe.ts';
import { renderImage } from './image-render.ts';
import type { DevelopArgs, HashArgs, PrintArgs, ProbeArgs, RenderArgs } from './image-verbs.ts';
import { serveTool } from './tool-process.ts';

/** The entry of the children that open pictures people uploaded. */
serveTool({
  probe: (args: ProbeArgs) => openOrReject(() => probeImage(args)),
  hash: (args: HashArgs) => openOrReject(() => hashImage(args)),
  render: (args: RenderArgs) => openOrReject(() => renderImage(args)),
  print: (args: PrintArgs) => openOrReject(() => printImage(args)),
  develop: (args: DevelopArgs) => openOrReject(() => developHeic(args)),
});
