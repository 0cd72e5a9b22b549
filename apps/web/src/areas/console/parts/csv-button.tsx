import { Button } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';

interface CsvButtonProps {
  isPending: boolean;
  onDownload: () => void;
}

export const CsvButton = ({ isPending, onDownload }: CsvButtonProps) => (
  <Button icon={<DownloadIcon size={18} />} isLoading={isPending} onClick={onDownload}>
    Download CSV
  </Button>
);
