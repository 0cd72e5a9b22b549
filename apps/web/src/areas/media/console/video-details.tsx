import type { QueueItem } from '@vitrine/contract/queues';
import { formatBytes, formatDate } from '../../../lib/format.ts';
import { FactGrid } from '../../../ui/fact-grid.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { VideoStatus } from './video-status.tsx';

export const VideoDetails = ({ video }: { video: QueueItem }) => (
  <>
    {video.progress !== null && <Progress label="Processing" value={video.progress} />}
    <FactGrid
      facts={[
        ['Status', <VideoStatus key="status" video={video} />],
        ['Uploaded on', formatDate(video.createdAt)],
        ['Ownership', video.owner.name],
        ['Media size', formatBytes(video.size)],
        ['Plan expiry', video.planExpiry ? formatDate(video.planExpiry) : '–'],
      ]}
    />
  </>
);
