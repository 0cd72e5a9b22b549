import { serveTool } from './tool-process.ts';
import { drawWidgetStill } from './widget-still.ts';

/** The entry of the child that draws still images of widgets. */
serveTool({ draw: drawWidgetStill });
