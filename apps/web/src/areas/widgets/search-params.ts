import type { SearchSchemaInput } from '@tanstack/react-router';
import { readText } from '../../lib/search-params.ts';

interface WidgetSearch {
  /** Album that a new widget is added to. */
  albumId?: string;
  /** Widget that is edited. */
  mediaId?: string;
  /** Id of the template that was chosen for a new widget. */
  template?: string;
}

export const widgetSearch = (raw: WidgetSearch & SearchSchemaInput): WidgetSearch => ({
  albumId: readText(raw.albumId),
  mediaId: readText(raw.mediaId),
  template: readText(raw.template),
});
