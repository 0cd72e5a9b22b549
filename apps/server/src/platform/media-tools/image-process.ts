import { readQuickTimeContentId } from './content-id.ts';
import { developHeic } from './develop-image.ts';
import { translateOpenErrors } from './image-open.ts';
import { prepareImage } from './image-prepare.ts';
import { probeImage } from './image-probe.ts';
import { printImage, renderImage } from './image-render.ts';
import type {
  ContentIdArgs,
  DevelopArgs,
  HashArgs,
  NamePlaceArgs,
  PrepareArgs,
  PrintArgs,
  ProbeArgs,
  RenderArgs,
} from './image-tool-types.ts';
import { findPlaceName, loadPlaces } from './place-names.ts';
import { readImageMetadata } from './read-image-metadata.ts';
import { computeImageThumbhash } from './thumbhash.ts';
import { developTiff } from './tiff.ts';
import { serveTool } from './tool-process.ts';

/** The entry of the children that open pictures people uploaded. */
serveTool(
  {
    probe: (args: ProbeArgs) => translateOpenErrors(() => probeImage(args)),
    facts: (args: ProbeArgs) => translateOpenErrors(() => readImageMetadata(args)),
    contentId: async ({ source }: ContentIdArgs) => readQuickTimeContentId(source),
    namePlace: ({ position }: NamePlaceArgs) => findPlaceName(position),
    hash: (args: HashArgs) => translateOpenErrors(() => computeImageThumbhash(args)),
    render: (args: RenderArgs) => translateOpenErrors(() => renderImage(args)),
    prepare: (args: PrepareArgs) => translateOpenErrors(() => prepareImage(args)),
    print: (args: PrintArgs) => translateOpenErrors(() => printImage(args)),
    develop: (args: DevelopArgs) => translateOpenErrors(() => (args.format === 'heic' ? developHeic(args) : developTiff(args))),
  },
  { preload: loadPlaces },
);
