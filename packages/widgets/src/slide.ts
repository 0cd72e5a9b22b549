import type { SettingsOf } from '@vitrine/contract/widgets';
import { type DrawContext, type Drawing, getUnit, isPortrait } from './node.ts';
import { getPalette } from './palettes.ts';
import { PICTURE_TEMPLATES } from './picture-templates.ts';
import type { SlideLayout, SlideTemplateFunction } from './slide-layout.ts';
import { TEXT_TEMPLATES } from './text-templates.ts';

const TEMPLATES: Record<SettingsOf<'slide'>['template'], SlideTemplateFunction> = { ...TEXT_TEMPLATES, ...PICTURE_TEMPLATES };

/** Margin of all slides, in units. Screens may hide the outermost 2.5 percent. */
const MARGIN = 8;

/** Draws a text slide. It never changes. */
export function drawSlide(settings: SettingsOf<'slide'>, context: DrawContext): Drawing {
  const unit = getUnit(context);
  const margin = MARGIN * unit;
  const layout: SlideLayout = {
    unit,
    margin,
    isPortrait: isPortrait(context),
    width: context.size.width,
    height: context.size.height,
    innerWidth: context.size.width - 2 * margin,
    innerHeight: context.size.height - 2 * margin,
    palette: getPalette(settings.template, settings.theme),
  };
  return { tree: TEMPLATES[settings.template](settings, layout), until: null };
}
