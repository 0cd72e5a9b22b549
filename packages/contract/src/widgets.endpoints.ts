import { endpoint } from './endpoint.ts';
import { media } from './media.ts';
import { createWidgetBody, editWidgetBody, widgetDetails } from './widgets.ts';

export const createWidget = endpoint({
  method: 'POST',
  path: '/widgets',
  summary: 'Adds a slide, clock, table, web page or another widget to an album.',
  description:
    'The widget keeps a copy of each photo that it shows. The site of a web page is asked whether it may be shown on screens; the response contains the result.',
  errors: ['NOT_FOUND', 'ALBUM_FULL', 'QUOTA_EXCEEDED', 'PLAN_ENDED', 'NOT_READY', 'DISK_FULL'],
  access: 'session',
  tag: 'media',
  body: createWidgetBody,
  result: media,
  status: 201,
});

export const readWidget = endpoint({
  method: 'GET',
  path: '/widgets/:mediaId',
  summary: 'Returns the settings of a widget and the key of its picture.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  result: widgetDetails,
});

export const editWidget = endpoint({
  method: 'PUT',
  path: '/widgets/:mediaId',
  summary: 'Replaces the settings of a widget.',
  description: 'Screens that show the widget get the new settings immediately. The type of a widget cannot be changed.',
  errors: ['NOT_FOUND', 'ALBUM_FULL', 'QUOTA_EXCEEDED', 'PLAN_ENDED', 'NOT_READY', 'DISK_FULL'],
  access: 'session',
  tag: 'media',
  body: editWidgetBody,
  result: media,
});
