import { Badge } from '../../../ui/badge.tsx';

/** `status` as the wire has it: 1 online, else offline (specification 3 §4). */
export const ConnectionBadge = ({ status }: { status: 0 | 1 }) => (
  <Badge tone={status === 1 ? 'success' : 'neutral'} dot={status === 1 ? 'online' : 'offline'}>
    {status === 1 ? 'Online' : 'Offline'}
  </Badge>
);
