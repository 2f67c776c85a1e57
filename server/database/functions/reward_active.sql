-- A member's active bonus or promotion: at most one row.
CREATE OR REPLACE FUNCTION reward_active(p_member text) RETURNS TABLE(kind text, code text)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT 'bonus', bonus_code FROM user_bonuses WHERE member_id = p_member AND is_active
    UNION ALL SELECT 'promotion', promotion_code FROM promotion_uses WHERE member_id = p_member AND is_active
    LIMIT 1;
END $$;
