import type { Plan } from '@vitrine/contract/subscriptions';
import { Panel } from '../../../ui/panel.tsx';
import styles from './choose-plan.module.css';

/** Every plan there is, side by side; also what costs nothing. */
export function PlanComparison({ plans }: { plans: readonly Plan[] }) {
  return (
    <Panel title="Compare plans">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Plan name</th>
            <th scope="col">Users</th>
            <th scope="col">Devices</th>
            <th scope="col">Storage</th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan._id}>
              <th scope="row">{plan.planName}</th>
              <td>{plan.users}</td>
              <td>{plan.device}</td>
              <td>{plan.planStorage / 1e9} GB</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
