import type { SourceKindName } from '@vitrine/contract/sources';
import { createIcon, type IconProps } from '../../../ui/icons.tsx';

const ICONS = {
  feed: createIcon('M4 4.5h12v11H4zM6.5 7.5h4v3h-4zM13 7.5h1M13 10.5h1M6.5 13h7.5'),
  calendar: createIcon('M4 5.5h12v10.5H4zM4 8.8h12M7 3.5v3.2M13 3.5v3.2M7.5 12h1.5'),
  table: createIcon('M3.5 4.5h13v11h-13zM3.5 8.2h13M3.5 11.8h13M8 4.5v11'),
  weather: createIcon('M7 15.5h7a3 3 0 0 0 .4-6 4.6 4.6 0 0 0-8.7 1A2.6 2.6 0 0 0 7 15.5zM12.5 4.2V3M16 6l.9-.9M9 6l-.8-.8'),
};

export function KindIcon({ kind, ...props }: IconProps & { kind: SourceKindName }) {
  const Icon = ICONS[kind];
  return <Icon {...props} />;
}
