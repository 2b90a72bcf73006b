{{%AUTOESCAPE context="HTML"}}
</main>
<footer>{{#NONE}}[[No posts yet.]]{{/NONE}}{{#END}}[[That's all.]]{{/END}}</footer>
</body>
</html>
