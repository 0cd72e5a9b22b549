import { developHeic } from './heic.ts';
import { openOrRefuse } from './image-open.ts';
import { hashImage, probeImage } from './image-probe.ts';
import { renderImage } from './image-render.ts';
import type { DevelopArgs, HashArgs, ProbeArgs, RenderArgs } from './image-verbs.ts';
import { serveTool } from './tool-process.ts';

/** The entry of the children that open pictures people uploaded. */
serveTool({
  probe: (args: ProbeArgs) => openOrRefuse(() => probeImage(args)),
  hash: (args: HashArgs) => openOrRefuse(() => hashImage(args)),
  render: (args: RenderArgs) => openOrRefuse(() => renderImage(args)),
  develop: (args: DevelopArgs) => openOrRefuse(() => developHeic(args)),
});
