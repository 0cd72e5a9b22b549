import * as endpoints from '@vitrine/contract/publishing.endpoints';
import type { ScheduleRequest } from '@vitrine/contract/schedule-windows';
import * as tagEndpoints from '@vitrine/contract/tag-publishes.endpoints';
import * as waitingEndpoints from '@vitrine/contract/waiting-publishes.endpoints';
import { toPublishSchedule } from '@vitrine/playback';
import type { FastifyInstance } from 'fastify';
import { createLimiterPerKey } from '../../platform/concurrency-limiter.ts';
import { AppError } from '../../platform/errors.ts';
import { getPerson } from '../../plugins/access-gate.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { ForecastService } from './forecast.service.ts';
import type { PublishHistoryService } from './publish-history.service.ts';
import type { PublishingService, PublishRequest } from './publishing.service.ts';
import type { SchedulePreviewService } from './schedule-preview.service.ts';
import type { TagPublishesService } from './tag-publishes.service.ts';
import type { WaitingPublishesService } from './waiting-publishes.service.ts';

/** The dialogs request a preview for every pause in typing. A preview of thousands of devices takes the server a second. */
const PREVIEWS_A_MINUTE = 120;
/** Previews and day plans of an account that wait for the one that is computed. */
const WAITING_COMPUTATIONS = 20;

const toPublishRequest = ({ playlistId, ...schedule }: ScheduleRequest & { playlistId: string }): PublishRequest => ({
  playlistId,
  schedule: toPublishSchedule(schedule),
});

interface PublishingRoutesDeps {
  publishing: PublishingService;
  tagPublishes: TagPublishesService;
  waitingPublishes: WaitingPublishesService;
  forecast: ForecastService;
  preview: SchedulePreviewService;
  history: PublishHistoryService;
}

export async function publishingRoutes(app: FastifyInstance, deps: PublishingRoutesDeps): Promise<void> {
  const { publishing, forecast, preview, history } = deps;
  // The day plans of a request may have some megabytes. An account rests after each computation for as long as it took.
  const runForAccount = createLimiterPerKey(() => ({ lanes: 1, waiting: WAITING_COMPUTATIONS, getRestMs: (tookMs) => tookMs }));
  serveTagPublishes(app, deps);
  serveWaitingPublishes(app, deps);

  serve(app, endpoints.createPublish, async ({ actor, body: { deviceId, ...publishOptions } }) => ({
    message: 'Playlist deployed successfully.',
    result: await publishing.publish(actor, toPublishRequest(publishOptions), [deviceId].flat()),
  }));

  serve(app, endpoints.readForecast, async ({ actor, body: { deviceId, ...publishOptions } }) => ({
    result: await forecast.forecastPublish(actor, toPublishRequest(publishOptions), [deviceId].flat()),
  }));

  serve(
    app,
    endpoints.previewSchedule,
    async ({ actor, body: { action, playlistId, deviceId, tagId, schedule, ...request } }) => {
      const planned = toPublishSchedule({ ...request, schedule: schedule ?? undefined });
      const change = { action, playlistId, deviceIds: deviceId, tagIds: tagId };
      const previewed = { ...change, schedule: schedule === null ? { schedule: null } : planned };
      return { result: await runForAccount(actor.userId, () => preview.preview(actor, previewed)) };
    },
    { rateLimit: perMinute(PREVIEWS_A_MINUTE, (request) => getPerson(request).userId) },
  );

  serve(app, endpoints.readDeviceDays, async ({ actor, body }) => ({
    result: await runForAccount(actor.userId, () => forecast.listDayPlans(actor, body.deviceId, body.date)),
  }));

  serve(app, endpoints.listPrivateAlbums, async ({ actor, body }) => ({ result: await publishing.listPrivateAlbums(actor, body) }));

  serve(app, endpoints.listPublishes, async ({ actor, query }) => ({ result: await publishing.list(actor, query) }));

  serve(app, endpoints.readPublishHistory, async ({ actor, query }) => ({ result: await history.read(actor, query) }));

  serve(app, endpoints.countPublishes, async ({ actor, query }) => ({ result: await publishing.count(actor, query.playlistId) }));

  serve(app, endpoints.editPublish, async ({ actor, params, body: { status, mainPlaylist } }) => {
    if (status === undefined && mainPlaylist === undefined)
      throw new AppError('INVALID', 'Specify what to change: status or mainPlaylist.');
    let result = mainPlaylist === undefined ? undefined : await publishing.setMain(actor, params.id, mainPlaylist);
    if (status === 'active') result = await publishing.activate(actor, params.id);
    if (!result) throw new AppError('INVALID');
    return { message: 'Playlist updated.', result };
  });

  serve(app, endpoints.setSchedule, async ({ actor, params, body }) => ({
    message: 'Schedule saved.',
    result: await publishing.setSchedule(actor, params.publishId, toPublishSchedule(body) ?? { schedule: null }),
  }));

  serve(app, endpoints.resetSchedule, async ({ actor, params }) => ({
    message: 'Schedule reset.',
    result: await publishing.setSchedule(actor, params.publishId, { schedule: null }),
  }));

  serve(app, endpoints.deletePublish, async ({ actor, query }) => {
    await publishing.remove(actor, query.deviceId, query.playlistId);
    return { message: 'Playlist removed from the device.' };
  });
}

function serveTagPublishes(app: FastifyInstance, { tagPublishes }: Pick<PublishingRoutesDeps, 'tagPublishes'>): void {
  serve(app, tagEndpoints.createTagPublish, async ({ actor, body: { tagId, ...publishOptions } }) => ({
    message: 'Playlist deployed successfully.',
    result: await tagPublishes.publish(actor, toPublishRequest(publishOptions), tagId),
  }));

  serve(app, tagEndpoints.listTagPublishes, async ({ actor, query }) => ({ result: await tagPublishes.list(actor, query) }));

  serve(app, tagEndpoints.deleteTagPublish, async ({ actor, params }) => {
    await tagPublishes.remove(actor, params.id);
    return { message: 'Playlist removed from the tag.' };
  });
}

function serveWaitingPublishes(app: FastifyInstance, { waitingPublishes }: Pick<PublishingRoutesDeps, 'waitingPublishes'>): void {
  serve(app, waitingEndpoints.createWaitingPublish, async ({ actor, body: { deviceId, ...publishOptions } }) => ({
    message: 'The playlist will be published when the screen is back.',
    result: await waitingPublishes.create(actor, toPublishRequest(publishOptions), deviceId),
  }));

  serve(app, waitingEndpoints.listWaitingPublishes, async ({ actor, query }) => ({ result: await waitingPublishes.list(actor, query) }));

  serve(app, waitingEndpoints.cancelWaitingPublish, async ({ actor, params }) => {
    await waitingPublishes.cancel(actor, params.id);
    return { message: 'Publish cancelled.' };
  });
}
