export { drawSourceWidget } from './draw-source-widget.ts';
export { drawWidget } from './draw-widget.ts';
export { type MountSourceOptions, mountSourceWidget } from './mount-source-widget.ts';
export { type MountedWidget, type MountOptions, mountWidget } from './mount-widget.ts';
export type { DrawContext, Drawing, Style, WidgetNode } from './node.ts';
export type { SourceState } from './source-context.ts';
