/** All rules, sorted by code. The build collects them from this folder. */
export { rules } from 'rule-list';
