import type { DeviceVersion } from '@vitrine/contract/versions';
import { formatDate } from '../../../lib/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { FactList } from '../../../ui/side-panel.tsx';

/** All about a version, for those who only look. */
export const VersionFacts = ({ version }: { version: DeviceVersion }) => (
  <Panel title={version.name}>
    <FactList
      facts={[
        { term: 'Version number', value: version.versionCode },
        { term: 'URL', value: version.url },
        { term: 'Platform', value: version.platform },
        { term: 'Release notes', value: version.releaseNote || 'None' },
        { term: 'Visible', value: version.isVisible ? 'Yes' : 'No' },
        { term: 'Base version', value: version.type === 1 ? 'Yes' : 'No' },
        { term: 'Files', value: version.hasFiles ? 'On this server' : 'None' },
        { term: 'Added', value: formatDate(version.createdAt) },
      ]}
    />
  </Panel>
);
